export const NOTIFICATIONS_PATH = '/notifications'
export const READ_PATH = '/notifications/read'
export const SETTINGS_PATH = '/profile/notifications'
export const PUSH_PATH = '/profile/notifications/push'
