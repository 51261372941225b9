/** What the confirmations of a challenge are called. */
export const TITLES = {
  complete: 'Complete Challenge',
  extend: 'Extend Challenge',
  remove: 'Delete Challenge',
} as const
