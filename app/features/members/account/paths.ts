export const ACCOUNT_PATH = '/profile/account'
export const CONFIRM_PATH = '/profile/account/confirm'
export const DELETE_PATH = '/profile/account/delete'
export const DOWNLOAD_PATH = '/profile/account/download'
export const END_OTHERS_PATH = '/profile/account/sessions/end-others'
export const END_ALL_PATH = '/profile/account/sessions/end-all'

export function endSessionPath(id: string): string {
  return `/profile/account/sessions/${id}/end`
}

export const SESSION_FAILED = 'The session could not be ended. Please try again.'
