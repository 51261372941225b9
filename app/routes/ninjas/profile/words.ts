export const FAULTS = {
  noId: 'No user ID specified',
  notLoaded: 'Failed to load user profile. The user may not exist or has been removed.',
} as const

export const MISSING = {
  heading: 'User Not Found',
  text: "The user you're looking for doesn't exist or has been removed.",
} as const
