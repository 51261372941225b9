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

export function isStep(step: string): step is Step {
  return Object.hasOwn(STEPS, step)
}

export function deskPath(challengeId: string): string {
  return `${INTEGRITY.to}/${challengeId}`
}

/** The votes for an entry. */
export function votesPath(challengeId: string, submissionId: string): string {
  return `${deskPath(challengeId)}/entries/${submissionId}`
}
