/** The heading where the check of an administrator's role failed. */
export const adminCheckFailed = 'Error checking admin access'

/** Why a profile is not shown. */
export const PROFILE_ERRORS = {
  noId: 'No user ID specified',
  notLoaded: 'Failed to load user profile. The user may not exist or has been removed.',
} as const
