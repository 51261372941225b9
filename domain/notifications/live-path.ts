/** The stream of a member's count of unread notifications. */
export const LIVE_PATH = '/notifications/live'
