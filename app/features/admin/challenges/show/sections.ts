import { managePath } from '#app/parts/paths.ts'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { announcementsPath, entriesPath } from '../../paths.ts'

interface SectionLink {
  to: string
  label: string
  count?: number
}

/** What a challenge has for administrators, in the order of its links. */
export function sectionsOf({ id, participants, hadVoting }: ChallengeHead): SectionLink[] {
  const page = managePath(id)
  return [
    { to: page, label: 'Overview' },
    { to: entriesPath(id), label: 'Entries', count: participants },
    ...(hadVoting ? [{ to: votesPath(id), label: 'Votes and integrity' }] : []),
    { to: announcementsPath(id), label: 'Announcements' },
    { to: resultsPath(id), label: 'Results' },
    { to: `${page}/edit`, label: 'Edit' },
    { to: `${page}/history`, label: 'History' },
  ]
}

export function resultsPath(id: string): string {
  return `${managePath(id)}/results`
}

/** Who voted for what in a challenge that has been in voting. */
export function votesPath(id: string): string {
  return `/admin/integrity/${id}`
}
