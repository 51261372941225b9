export const SETTINGS_PATH = '/admin/settings'
export const CHECKS_PATH = `${SETTINGS_PATH}/checks`
export const RETRY_MAILS_PATH = `${SETTINGS_PATH}/mails/retry`
