export const TITLES = {
  complete: 'Complete Challenge',
  extend: 'Extend Challenge',
  remove: 'Delete Challenge',
} as const
