import { DAY } from '#domain/challenges/rules.ts'
import type { ChallengeValues } from './challenge-values.ts'

/**
 * What else a choice changes in the form (ADM-23, ADM-24, ADM-27): daily sets the deadline to one day from now; active clears the
 * start date and auto-activation; auto-activation without a start date takes today, and off clears it. `textOf`
 * writes a moment as the form's fields do.
 */
export function withChange(
  values: ChallengeValues,
  change: Partial<ChallengeValues>,
  now: Date,
  textOf: (moment: Date) => string,
): ChallengeValues {
  const next = { ...values, ...change }
  if (change.type === 'daily') next.deadline = textOf(new Date(now.getTime() + DAY))
  if (change.status === 'active') return { ...next, autoActivate: false, startDate: '' }
  if (change.autoActivate === false) return { ...next, startDate: '' }
  if (!change.autoActivate) return next
  return {
    ...next,
    startDate: next.startDate || textOf(now),
    status: next.status === 'active' ? 'upcoming' : next.status,
  }
}
