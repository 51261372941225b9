import { fieldsOf, type OpeningChoice } from '#domain/challenges/opening.ts'
import { type ChallengeStatus, type ChallengeType, statusLabel } from '#domain/challenges/rules.ts'
import { presetDeadline } from '#domain/challenges/timeline.ts'
import type { ChallengeValues } from './challenge-values.ts'

interface FormClock {
  now: Date
  /** Writes a moment as the form's fields do. */
  textOf: (moment: Date) => string
  /** The deadline before daily was chosen; '' if there was none. */
  deadlineBefore: string
}

const OPENING = ['status', 'autoActivate', 'startDate'] as const
type OpeningField = (typeof OPENING)[number]
type Opening = Pick<ChallengeValues, OpeningField>

/** What a choice in the field `cause` changed in other fields, and how to say it. */
export interface LinkedChange {
  cause: OpeningField
  before: Opening
  note: string
}

/**
 * As `withChange`. Where the choice changes other fields, it returns what they held `before`; taking the choice back
 * then restores them, if none of them was changed since.
 */
export function withLinkedChange(
  values: ChallengeValues,
  change: Partial<ChallengeValues>,
  clock: FormClock,
  earlier: LinkedChange | null,
): { values: ChallengeValues; linked: LinkedChange | null } {
  const next = withChange(values, change, clock)
  const cause = OPENING.find((name) => name in change)
  if (!cause) return { values: next, linked: earlier }
  const before = earlier?.cause === cause ? earlier.before : values
  if (earlier && before !== values && change[cause] === before[cause])
    return { values: { ...next, ...before }, linked: null }
  const { status, autoActivate, startDate } = before
  const note = linkedNote(before, next, cause)
  return { values: next, linked: note ? { cause, before: { status, autoActivate, startDate }, note } : null }
}

function linkedNote(before: Opening, after: Opening, cause: OpeningField): string | null {
  const changed = (name: OpeningField) => name !== cause && before[name] !== after[name]
  const [was, is] = [before.status, after.status].map((status) => statusLabel(status as ChallengeStatus))
  const notes = [
    changed('status') && `the status from ${was} to ${is}`,
    changed('autoActivate') && `automatic activation to ${after.autoActivate ? 'on' : 'off'}`,
    changed('startDate') && `the start date to ${after.startDate ? 'now' : 'none'}`,
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  const undo = {
    status: `Choose ${was} again`,
    autoActivate: before.autoActivate ? 'Tick the box again' : 'Clear the box',
    startDate: 'Clear the date',
  }
  return `This also changed ${notes.join(' and ')}. ${undo[cause]} to undo it.`
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
  const startDate = values.startDate || clock.textOf(presetDeadline('daily', clock.now))
  return withChange(values, { startDate }, clock)
}

function withType(next: ChallengeValues, before: ChallengeValues, clock: FormClock): ChallengeValues {
  const preset = clock.textOf(presetDeadline(next.type as ChallengeType, clock.now))
  const isUntouched = before.type === 'daily' && before.deadline === before.presetDeadline
  if (next.type !== 'daily' && !isUntouched) return { ...next, presetType: next.type }
  const deadline = next.type === 'daily' ? preset : clock.deadlineBefore || preset
  return { ...next, deadline, presetDeadline: deadline, presetType: next.type }
}
