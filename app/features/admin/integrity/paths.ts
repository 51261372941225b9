import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { DeskRow } from '#domain/integrity/queries.server.ts'

export const INTEGRITY = { to: '/admin/integrity', label: 'Integrity' } as const

/** What an administrator does to the votes of a challenge, each after a confirmation. */
export const STEPS = {
  hold: 'Hold Result',
  release: 'Release Result',
  recount: 'Count Again',
  view: 'Show Counts',
  void: 'Void Votes',
  restore: 'Restore Votes',
} as const
export type Step = keyof typeof STEPS

export function deskPath(challengeId: string): string {
  return `${INTEGRITY.to}/${challengeId}`
}

/** '34 votes, 2 voided' */
export function countsOf({ votes, voided }: Pick<DeskRow, 'votes' | 'voided'>): string {
  if (votes === null) return 'Counts hidden'
  return `${formatCount(votes, 'vote')}, ${formatNumber(voided ?? 0)} voided`
}
