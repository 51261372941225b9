import { z } from 'zod'
import type { SharedField, SharedFields } from '#domain/challenges/fields.ts'
import { readShared } from '#domain/challenges/form.server.ts'
import { unknownField } from '#platform/outcome.ts'
import { RAW_LIMITS } from '#platform/text/raw-limits.ts'
import { characterCount, singleLine } from '#platform/text/text.ts'
import { knownZone } from '#platform/time-zone.ts'
import { instantIn } from '#platform/zoned-time.ts'
import type { Plan } from './dates.server.ts'
import { MAX_AHEAD_DAYS, MAX_NAME, SERIES_MESSAGES as MESSAGES, WEEKDAYS, weekdayField } from './rules.ts'

/** What the form of a series saves besides its image. */
export interface SeriesForm extends Plan {
  name: string
  /** Its challenges are published as upcoming, else drafts. */
  publishes: boolean
  fields: Partial<SharedFields>
}

const short = z.string().max(RAW_LIMITS.line).default('')
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const shape = z.object({
  name: z.string().max(RAW_LIMITS.line, MESSAGES.nameLength).default('').transform(singleLine),
  repeats: z.enum(['1', '2', '3', '4', 'monthly'], MESSAGES.repeats),
  monthDay: short,
  firstOn: short,
  startsAt: short,
  timeZone: short,
  entryDays: short,
  entryHours: short,
  votingDays: short,
  aheadDays: short,
  mode: z.enum(['draft', 'publish'], MESSAGES.mode),
  ...Object.fromEntries(WEEKDAYS.map((_, index) => [weekdayField(index + 1), checkbox])),
})

const OWN_FIELDS = [
  'name',
  'repeats',
  'monthDay',
  'firstOn',
  'startsAt',
  'timeZone',
  'entryDays',
  'entryHours',
  'votingDays',
  'aheadDays',
  'mode',
  'weekdays',
] as const

export type SeriesField = (typeof OWN_FIELDS)[number] | SharedField

type Read =
  | { ok: true; form: SeriesForm }
  | { ok: false; errors: Partial<Record<SeriesField, string>>; message: string | null }

/** Reads the form of a series (SER-3) and finds everything that is wrong with it. `known` are all fields of the page. */
export function parseSeries(fields: Record<string, unknown>, known: readonly string[]): Read {
  if (Object.keys(fields).some((name) => !known.includes(name)))
    return { ok: false, errors: {}, message: unknownField }
  const { shared, errors: sharedErrors } = readShared(fields)
  const errors: Partial<Record<SeriesField, string>> = { ...sharedErrors }
  const parsed = shape.safeParse(fields)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const name = OWN_FIELDS.find((field) => field === path[0]) ?? 'weekdays'
      errors[name] ??= name in MESSAGES && name !== 'name' ? MESSAGES[name as keyof typeof MESSAGES] : message
    }
    return { ok: false, errors, message: null }
  }
  const input = parsed.data
  const number = (
    name: 'monthDay' | 'entryDays' | 'entryHours' | 'votingDays' | 'aheadDays',
    least: number,
    most: number,
  ) => {
    const text = input[name].trim()
    const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    errors[name] ??= MESSAGES[name]
    return least
  }
  const isMonthly = input.repeats === 'monthly'
  const weekdays = WEEKDAYS.map((_, index) => index + 1).filter(
    (day) => (input as Record<string, unknown>)[weekdayField(day)],
  )
  const timeZone = knownZone(input.timeZone.trim())
  const form: SeriesForm = {
    name: input.name,
    weekdays: isMonthly ? [] : weekdays,
    everyWeeks: isMonthly ? null : Number(input.repeats),
    monthDay: isMonthly ? number('monthDay', 1, 31) : null,
    firstOn: input.firstOn.trim(),
    startsAt: input.startsAt.trim(),
    timeZone: timeZone ?? '',
    entryDays: number('entryDays', 0, 90),
    entryHours: number('entryHours', 0, 48),
    votingDays: number('votingDays', 1, 60),
    aheadDays: number('aheadDays', 1, MAX_AHEAD_DAYS),
    publishes: input.mode === 'publish',
    fields: shared,
  }
  if (!form.name) errors.name = MESSAGES.name
  if (characterCount(form.name) > MAX_NAME) errors.name = MESSAGES.nameLength
  if (!isMonthly && weekdays.length === 0) errors.weekdays = MESSAGES.weekdays
  if (!/^\d{4}-\d\d-\d\d$/.test(form.firstOn) || !instantIn(form.firstOn, 'UTC'))
    errors.firstOn = MESSAGES.firstOn
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(form.startsAt)) errors.startsAt = MESSAGES.startsAt
  if (!timeZone) errors.timeZone = MESSAGES.timeZone
  if (form.entryDays + form.entryHours === 0) errors.entryDays ??= MESSAGES.entryLength
  return Object.keys(errors).length > 0 ? { ok: false, errors, message: null } : { ok: true, form }
}
