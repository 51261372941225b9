import { pathWith } from '#app/ui/search-params.ts'

export const INTEGRITY = { to: '/admin/integrity', label: 'Integrity' } as const

export const TITLES = {
  hold: 'Hold Result',
  release: 'Release Result',
  recount: 'Count Again',
  view: 'Show Counts',
  restore: 'Restore Votes',
} as const

export function deskPath(challengeId: string): string {
  return `${INTEGRITY.to}/${challengeId}`
}

/** The votes for an entry. */
export function votesPath(challengeId: string, submissionId: string): string {
  return `${deskPath(challengeId)}/entries/${submissionId}`
}

/** Sorts a table of the desk by one of its columns. */
export function sortBy(path: string, order: string, current: string) {
  return {
    to: pathWith(path, { sort: order }),
    direction: order === current ? ('descending' as const) : null,
  }
}
