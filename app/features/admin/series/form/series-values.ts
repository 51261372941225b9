import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import {
  CHALLENGE_FIELDS,
  INITIAL_FIELDS,
  SHARED_FIELDS,
  type SharedField,
  type SharedFields,
} from '#domain/challenges/fields.ts'
import type { SeriesField, SeriesForm } from '#domain/series/form.server.ts'
import { WEEKDAYS, weekdayField } from '#domain/series/rules.ts'
import { asTyped } from '#platform/text/text.ts'

const TEXTS = [
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
] as const
type Text = (typeof TEXTS)[number]

type SharedValues = { [K in SharedField]: SharedFields[K] extends boolean ? boolean : string }

/** The form of a series as typed. `version` is that of the series it was filled with, `key` the id of a new one. */
export type SeriesValues = Record<Text | 'version' | 'key', string> &
  SharedValues & { weekdays: readonly number[] }

export type ErrorField = SeriesField | 'image'
export type SeriesRefusal = FormRefusal<SeriesValues, ErrorField>

export const DAYS = WEEKDAYS.map((label, index) => ({ day: index + 1, label, name: weekdayField(index + 1) }))

/** All fields that the form may have, besides those of its image. */
export const KNOWN_FIELDS: readonly string[] = [...TEXTS, ...DAYS.map(({ name }) => name), ...SHARED_FIELDS]

export function submittedValues(fields: FormData): SeriesValues {
  const texts = [...TEXTS, 'version', 'key'].map((name) => [name, asTyped(fields.get(name))])
  const shared = SHARED_FIELDS.map((name) => [
    name,
    CHALLENGE_FIELDS[name].input === 'checkbox' ? fields.has(name) : asTyped(fields.get(name)),
  ])
  const weekdays = DAYS.filter(({ name }) => fields.has(name)).map(({ day }) => day)
  return { ...Object.fromEntries([...texts, ...shared]), weekdays }
}

// For fields that were added since a series was saved.
const INITIAL_SHARED = Object.fromEntries(
  SHARED_FIELDS.map((name) => [name, INITIAL_FIELDS[name]]),
) as unknown as SharedFields

/** The values of the controls of a series. */
export function valuesOf(form: SeriesForm): Omit<SeriesValues, 'version' | 'key'> {
  const { fields, everyWeeks, monthDay, publishes } = form
  return {
    ...INITIAL_SHARED,
    ...fields,
    name: form.name,
    weekdays: form.weekdays,
    repeats: everyWeeks === null ? 'monthly' : String(everyWeeks),
    monthDay: monthDay === null ? '' : String(monthDay),
    firstOn: form.firstOn,
    startsAt: form.startsAt,
    timeZone: form.timeZone,
    entryDays: String(form.entryDays),
    entryHours: String(form.entryHours),
    votingDays: String(form.votingDays),
    aheadDays: String(form.aheadDays),
    mode: publishes ? 'publish' : 'draft',
  }
}
