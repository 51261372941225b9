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
