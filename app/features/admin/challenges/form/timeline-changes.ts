import type { ChallengeType } from '#domain/challenges/rules.ts'
import { presetDeadline } from '#domain/challenges/timeline.ts'
import type { ChallengeValues } from './challenge-values.ts'

export interface FormClock {
  now: Date
  /** Writes a moment as the form's fields do. */
  textOf: (moment: Date) => string
  /** The deadline before daily was chosen; '' if there was none. */
  deadlineBefore: string
}

/**
 * What else a choice changes in the form, so that it shows what will be saved (ADM-23 to ADM-27): daily sets the
 * deadline to one day from now, and another type takes this back while it is untouched; a start date goes with
 * auto-activation and the status upcoming. Auto-activation without a start date takes today.
 */
export function withChange(
  values: ChallengeValues,
  change: Partial<ChallengeValues>,
  clock: FormClock,
): ChallengeValues {
  const next = { ...values, ...change, savedAs: '' }
  if (change.type) return withType(next, values, clock)
  if (change.status === 'upcoming') return { ...next, autoActivate: true }
  if (change.status || change.autoActivate === false) return { ...next, autoActivate: false, startDate: '' }
  if (change.startDate) return { ...next, autoActivate: true, status: 'upcoming' }
  if (!change.autoActivate) return next
  return { ...next, status: 'upcoming', startDate: next.startDate || clock.textOf(clock.now) }
}

function withType(next: ChallengeValues, before: ChallengeValues, clock: FormClock): ChallengeValues {
  const preset = clock.textOf(presetDeadline(next.type as ChallengeType, clock.now))
  const isUntouched = before.type === 'daily' && before.deadline === before.presetDeadline
  if (next.type !== 'daily' && !isUntouched) return { ...next, presetType: next.type }
  const deadline = next.type === 'daily' ? preset : clock.deadlineBefore || preset
  return { ...next, deadline, presetDeadline: deadline, presetType: next.type }
}
