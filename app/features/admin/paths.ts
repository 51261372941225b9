import { ADMIN_LINKS } from '#app/frame/admin-links.ts'

export const [, CHALLENGES, , SUBMISSIONS, REPORTS, ANNOUNCEMENTS] = ADMIN_LINKS

export const CHALLENGES_PATH = CHALLENGES.to

/** The filter for challenges in the status active or voting. */
export const OPEN_STATUS = 'open'
export const SUBMISSIONS_PATH = SUBMISSIONS.to
/** Pending submissions, one after the other. */
export const QUEUE_PATH = `${SUBMISSIONS_PATH}/queue` as const

export const EXPORTS = {
  challenges: '/admin/exports/challenges.csv',
  /** Of all challenges, or of the one in `?challenge=`. */
  submissions: '/admin/exports/entries.csv',
  members: '/admin/exports/members.csv',
  comments: '/admin/exports/comments.csv',
} as const
