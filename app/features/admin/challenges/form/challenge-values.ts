import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import {
  type ChallengeFields,
  type FieldsWith,
  FORM_FIELDS,
  type FormField,
  fieldsWith,
} from '#domain/challenges/fields.ts'
import { asTyped } from '#platform/text/text.ts'
import { wallClock } from '#platform/zoned-time.ts'

export const MOMENTS = fieldsWith('moment')
export type Moment = FieldsWith<'moment'>
export const CHECKBOXES = fieldsWith('checkbox')
type CheckboxField = FieldsWith<'checkbox'>
type TextInput = Exclude<FormField, CheckboxField>

/** The fields of which one can change another, or cause its error. */
export const TIMELINE: readonly FormField[] = ['type', 'status', 'allowVoting', ...MOMENTS]

/** The fields that the browser holds alone. */
export const UNCONTROLLED = fieldsWith('line', 'text', 'choice').filter((name) => !TIMELINE.includes(name))

/** What the form's controls hold: moments are wall-clock texts of `timeZone`. */
type FieldValues = Record<TextInput, string> & Record<CheckboxField, boolean>

const HIDDEN = ['timeZone', 'version', 'key', 'savedAs', 'presetDeadline', 'presetType'] as const

/**
 * The challenge form as typed. `version` is that of the challenge it was filled with, `key` the id of a new one,
 * `savedAs` the status that the form has told will be saved; `presetDeadline` is the deadline that the form filled in for
 * `presetType`.
 */
export type ChallengeValues = FieldValues &
  Record<(typeof HIDDEN)[number], string> & { autoActivate: boolean }

export type ErrorField = FormField | 'image'
export type ChallengeFieldErrors = Partial<Record<ErrorField, string>>

/** What an administrator has to confirm before the form is saved. */
export interface FormQuestion {
  consequences: string[]
  label: string
  pendingLabel: string
}

export type ChallengeRefusal = FormRefusal<ChallengeValues, ErrorField> & { question?: FormQuestion }

export function submittedValues(fields: FormData): ChallengeValues {
  const texts = [...fieldsWith('line', 'text', 'choice', 'moment'), ...HIDDEN]
  const checks = [...CHECKBOXES, 'autoActivate']
  return Object.fromEntries([
    ...texts.map((name) => [name, asTyped(fields.get(name))]),
    ...checks.map((name) => [name, fields.has(name)]),
  ])
}

/** The values of a challenge's controls, moments in UTC. */
export function valuesOf(challenge: ChallengeFields): FieldValues {
  const entries = FORM_FIELDS.map((name) => {
    const value = challenge[name]
    return [name, value instanceof Date ? wallClock(value, 'UTC') : (value ?? '')]
  })
  return Object.fromEntries(entries)
}
