import { ADMIN_LINKS } from '#app/frame/admin-links.ts'
import { managePath } from '#app/parts/paths.ts'
import { pathWith } from '#app/ui/lists/search-params.ts'

export const [, CHALLENGES, , SUBMISSIONS, REPORTS, ANNOUNCEMENTS, , SUGGESTIONS, PEOPLE, , , WEBHOOKS] =
  ADMIN_LINKS

export const CHALLENGES_PATH = CHALLENGES.to

/** The filter for challenges in the status active or voting. */
export const OPEN_STATUS = 'open'
export const SUBMISSIONS_PATH = SUBMISSIONS.to
/** For a message about a challenge: the link to its page. */
export function challengeLink(id: string): { to: string; label: string } {
  return { to: managePath(id), label: 'Open challenge' }
}

/** The submissions to one challenge, as a section of its page. */
export function entriesPath(challengeId: string): string {
  return `${managePath(challengeId)}/entries`
}

/** The results of one challenge, as a section of its page. */
export function resultsPath(challengeId: string): string {
  return `${managePath(challengeId)}/results`
}

/** What the members of one challenge were told, as a section of its page. */
export function announcementsPath(challengeId: string): string {
  return `${managePath(challengeId)}/announcements`
}

/** The form of an announcement to all members, or at first to those of a challenge. */
export function newAnnouncementPath(challengeId: string | null): string {
  return pathWith(`${ANNOUNCEMENTS.to}/new`, { challenge: challengeId })
}

/** The open or the resolved reports, of all challenges or of one. */
export function reportsPath(challengeId: string | null, resolved = false, page = 1): string {
  const show = resolved ? 'resolved' : null
  return pathWith(REPORTS.to, { challenge: challengeId, show, page: page > 1 ? page : null })
}

/** Pending submissions, one after the other. */
export const QUEUE_PATH = `${SUBMISSIONS_PATH}/queue` as const

export const EXPORTS = {
  challenges: '/admin/exports/challenges.csv',
  /** Of all challenges, or of the one in `?challenge=`. */
  submissions: '/admin/exports/entries.csv',
  members: '/admin/exports/members.csv',
  comments: '/admin/exports/comments.csv',
} as const
