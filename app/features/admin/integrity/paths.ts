import { formatCount } from '#app/ui/number.tsx'

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

export function votesText(votes: number | null): string {
  return votes === null ? 'Counts hidden' : formatCount(votes, 'vote')
}
