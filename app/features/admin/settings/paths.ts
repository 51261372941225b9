export const SETTINGS_PATH = '/admin/settings'
export const CHECKS_PATH = `${SETTINGS_PATH}/checks`
export function setBackPath(changeId: string): string {
  return `${SETTINGS_PATH}/changes/${changeId}/back`
}

export const RETRY_MAILS_PATH = `${SETTINGS_PATH}/mails/retry`
export const PAGES_PATH = `${SETTINGS_PATH}/pages`
