import { fieldsOf, type OpeningChoice } from '#domain/challenges/opening.ts'
import { type ChallengeStatus, type ChallengeType, statusLabel } from '#domain/challenges/rules.ts'
import { presetDeadline } from '#domain/challenges/timeline.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { fullHour } from './local-time.ts'

interface FormClock {
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
  if (change.status === 'upcoming' && change.autoActivate === undefined)
    return { ...next, autoActivate: true }
  if (change.status || change.autoActivate === false) return { ...next, autoActivate: false, startDate: '' }
  if (change.startDate) return { ...next, autoActivate: true, status: 'upcoming' }
  if (!change.autoActivate) return next
  return { ...next, status: 'upcoming', startDate: next.startDate || clock.textOf(clock.now) }
}

/** As `withChange`, for a choice of the opening. A scheduled one starts tomorrow, at a full hour, until a date is chosen. */
export function withOpening(
  values: ChallengeValues,
  choice: OpeningChoice,
  clock: FormClock,
): ChallengeValues {
  if (choice !== 'scheduled') return withChange(values, fieldsOf(choice), clock)
  const startDate = values.startDate || clock.textOf(fullHour(presetDeadline('daily', clock.now)))
  return withChange(values, { startDate }, clock)
}

function withType(next: ChallengeValues, before: ChallengeValues, clock: FormClock): ChallengeValues {
  const preset = clock.textOf(fullHour(presetDeadline(next.type as ChallengeType, clock.now)))
  const isUntouched = before.type === 'daily' && before.deadline === before.presetDeadline
  if (next.type !== 'daily' && !isUntouched) return { ...next, presetType: next.type }
  const deadline = next.type === 'daily' ? preset : clock.deadlineBefore || preset
  return { ...next, deadline, presetDeadline: deadline, presetType: next.type }
}

/** Says what a choice changed in other fields of the opening; null for nothing (ADM-24). */
export function noteOf(
  before: ChallengeValues,
  after: ChallengeValues,
  choice: Partial<ChallengeValues>,
): string | null {
  const isChanged = (name: 'status' | 'autoActivate' | 'startDate') =>
    !(name in choice) && before[name] !== after[name]
  const [was, is] = [before.status, after.status].map((status) => statusLabel(status as ChallengeStatus))
  const notes = [
    isChanged('status') && `the status from ${was} to ${is}`,
    isChanged('autoActivate') && `automatic activation to ${after.autoActivate ? 'on' : 'off'}`,
    isChanged('startDate') && `the start date to ${after.startDate ? 'now' : 'none'}`,
  ].filter((note) => note !== false)
  return notes.length > 0 ? `This also changed ${notes.join(' and ')}.` : null
}
