export const CHALLENGES_PATH = '/admin/challenges'

/** The filter for challenges in the status active or voting. */
export const OPEN_STATUS = 'open'
export const SUBMISSIONS_PATH = '/admin/submissions'
/** Pending submissions, one after the other. */
export const QUEUE_PATH = `${SUBMISSIONS_PATH}/queue`

export const CHALLENGES = { to: CHALLENGES_PATH, label: 'Challenges' } as const
export const SUBMISSIONS = { to: SUBMISSIONS_PATH, label: 'Submissions' } as const

export const REPORTS = { to: '/admin/reports', label: 'Reports' } as const

export const ANNOUNCEMENTS = { to: '/admin/announcements', label: 'Announcements' } as const

export const ADMIN_LINKS = [
  { to: '/admin', label: 'Dashboard' },
  CHALLENGES,
  { to: '/admin/leaderboard', label: 'Leaderboard' },
  SUBMISSIONS,
  REPORTS,
  ANNOUNCEMENTS,
  { to: '/admin/integrity', label: 'Integrity' },
  { to: '/admin/settings', label: 'Site Settings' },
  { to: '/admin/audit', label: 'Audit Log' },
] as const

export const EXPORTS = {
  challenges: '/admin/exports/challenges.csv',
  /** Of all challenges, or of the one in `?challenge=`. */
  submissions: '/admin/exports/entries.csv',
  members: '/admin/exports/members.csv',
  comments: '/admin/exports/comments.csv',
} as const
