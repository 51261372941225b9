import { z } from 'zod'
import { unknownField } from '#platform/outcome.ts'
import { RAW_LIMITS } from '#platform/text/raw-limits.ts'
import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
import { instantIn } from '#platform/zoned-time.ts'
import {
  CHALLENGE_FIELDS,
  type ChallengeFields,
  type FieldsWith,
  FORM_FIELDS,
  type FormField,
  fieldsWith,
  INITIAL_FIELDS,
  SHARED_FIELDS,
  type SharedField,
  type SharedFields,
} from './fields.ts'
import type { ChallengeStatus, ChallengeType } from './rules.ts'
import {
  CHALLENGE_FORM_MESSAGES,
  isDeadlinePassed,
  openingErrors,
  presetDeadline,
  presetDeadlineText,
  savedStatus,
  savedStatusText,
  timelineErrors,
} from './timeline.ts'

/** What the form saves: every field but the image, with a deadline. */
export interface ChallengeForm extends Omit<ChallengeFields, 'imageId' | 'deadline'> {
  deadline: Date
}

type TextField = FieldsWith<'line' | 'text'>
type MomentField = FieldsWith<'moment'>
/** A field as it is parsed; moments stay texts until their zone is known. */
type Parsed<K extends FormField> = K extends MomentField ? string : ChallengeFields[K]
type Parsers = { [K in FormField]: z.ZodType<Parsed<K>> }

const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
const moment = z.string().max(40, CHALLENGE_FORM_MESSAGES.moment).trim().default('')

const shape = z.strictObject({
  ...(Object.fromEntries(FORM_FIELDS.map((name) => [name, parserOf(name)])) as Parsers),
  autoActivate: checkbox,
  /** The IANA zone in which the moments were typed. */
  timeZone: z.string().max(RAW_LIMITS.line, CHALLENGE_FORM_MESSAGES.moment).default('UTC'),
  /** The status that the form has told will be saved. */
  savedAs: z.string().max(RAW_LIMITS.line, CHALLENGE_FORM_MESSAGES.status).default(''),
  /** The deadline that the form filled in, and the type for which it did. */
  presetDeadline: moment,
  presetType: z.string().max(RAW_LIMITS.line, CHALLENGE_FORM_MESSAGES.type).default(''),
})

function parserOf(name: FormField): z.ZodType {
  const field = CHALLENGE_FIELDS[name]
  switch (field.input) {
    case 'line':
      return z.string().max(RAW_LIMITS.line, tooLong(field)).default('').transform(singleLine)
    case 'text':
      return z.string().max(RAW_LIMITS.text, tooLong(field)).default('').transform(plainText)
    case 'choice':
      return z.enum(field.choices, field.invalid)
    case 'moment':
      return moment
    case 'checkbox':
      return checkbox
  }
}

function tooLong({ label, maxLength }: { label: string; maxLength: number }): string {
  return `${label} must be at most ${maxLength.toLocaleString('en')} characters`
}

type ChallengeErrors = Partial<Record<FormField, string>>

const sharedShape = z.object(
  Object.fromEntries(SHARED_FIELDS.map((name) => [name, parserOf(name)])) as Pick<Parsers, SharedField>,
)

/** Reads what challenges share from a form that has further fields, with initial values for those that have an error. */
export function readShared(fields: Record<string, unknown>): {
  shared: SharedFields
  errors: Partial<Record<SharedField, string>>
} {
  const errors: Partial<Record<SharedField, string>> = {}
  const parsed = sharedShape.safeParse(fields)
  const replaced: Record<string, unknown> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path[0] as SharedField
    errors[name] ??= message
    replaced[name] = CHALLENGE_FIELDS[name].input === 'choice' ? INITIAL_FIELDS[name] : undefined
  }
  const shared = parsed.data ?? sharedShape.parse({ ...fields, ...replaced })
  const { requirements } = CHALLENGE_FIELDS
  if (characterCount(shared.requirements) > requirements.maxLength)
    errors.requirements = tooLong(requirements)
  return { shared, errors }
}

interface FormRefusal {
  ok: false
  /** What is wrong with each field. */
  errors: ChallengeErrors
  /** A problem that no single field has, or null. */
  message: string | null
  /** What the form must show, because this would be saved instead of what it showed. */
  shows?: { savedAs?: ChallengeStatus; deadline?: Date }
}

/** The challenge that the form was opened with. */
type FilledWith = Moments & { status?: ChallengeStatus }

/**
 * Reads the challenge form (ADM-23 to ADM-26, ADM-32) and finds everything that is wrong with it. With auto-activation
 * the status follows from the start date: active once it has come, else upcoming. What the form did not show before is
 * refused with what it `shows` next. A moment that reads as it did when the form was opened is the one that it was
 * `filledWith`.
 */
export function parseChallenge(
  fields: Record<string, unknown>,
  now: Date,
  filledWith?: FilledWith,
): { ok: true; form: ChallengeForm } | FormRefusal {
  const read = readFields(fields)
  if (!read.ok) return { ok: false, errors: {}, message: read.message }
  const { errors } = read
  const { autoActivate, timeZone, savedAs, presetDeadline: filledIn, presetType, ...input } = read.input
  addErrors(errors, textErrors(input))
  const { unreadable, ...moments } = readMoments(input, timeZone, filledWith)
  addErrors(errors, unreadable)
  if (!input.deadline) addErrors(errors, { deadline: CHALLENGE_FORM_MESSAGES.deadline })
  const opening = { status: input.status, autoActivate, startDate: moments.startDate }
  addErrors(errors, openingErrors(opening))
  const shows: FormRefusal['shows'] = {}
  if (input.deadline && input.deadline === filledIn && isOtherLength(input.type, presetType)) {
    addErrors(errors, { deadline: presetDeadlineText(input.type) })
    shows.deadline = presetDeadline(input.type, now)
  }
  const status = savedStatus(opening, now)
  const { deadline } = moments
  const form = deadline && { ...input, ...moments, deadline, status }
  if (form) addErrors(errors, { ...deadlineErrors(form, now, filledWith), ...timelineErrors(form) })
  if (filledWith?.status === 'voting' && status === 'voting' && !input.allowVoting)
    addErrors(errors, { allowVoting: CHALLENGE_FORM_MESSAGES.votingRuns })
  if (!form || Object.keys(errors).length > 0) return { ok: false, errors, message: null, shows }
  if (status !== input.status && status !== savedAs)
    return {
      ok: false,
      errors,
      message: savedStatusText(input.status, status),
      shows: { savedAs: status },
    }
  return { ok: true, form }
}

/** The fields, with empty or initial values for those that have an error. */
function readFields(
  fields: Record<string, unknown>,
): { ok: true; input: z.output<typeof shape>; errors: ChallengeErrors } | { ok: false; message: string } {
  const errors: ChallengeErrors = {}
  const parsed = shape.safeParse(fields)
  if (parsed.success) return { ok: true, input: parsed.data, errors }
  const replaced: Record<string, unknown> = {}
  for (const { code, path, message } of parsed.error.issues) {
    if (code === 'unrecognized_keys') return { ok: false, message: unknownField }
    const name = FORM_FIELDS.find((name) => name === path[0])
    if (!name) return { ok: false, message }
    errors[name] ??= message
    const field = CHALLENGE_FIELDS[name]
    replaced[name] = field.input === 'choice' ? field.initial : undefined
  }
  return { ok: true, input: shape.parse({ ...fields, ...replaced }), errors }
}

/** Keeps the first error of each field. */
function addErrors(errors: ChallengeErrors, more: ChallengeErrors): void {
  Object.assign(errors, { ...more, ...errors })
}

function isOtherLength(type: ChallengeType, presetType: string): boolean {
  return type !== presetType && (type === 'daily' || presetType === 'daily')
}

function textErrors(input: Pick<ChallengeFields, TextField>): ChallengeErrors {
  const errors: ChallengeErrors = {}
  for (const name of fieldsWith('line', 'text')) {
    const field = CHALLENGE_FIELDS[name]
    if (!input[name] && name !== 'requirements') errors[name] = CHALLENGE_FORM_MESSAGES[name]
    if (characterCount(input[name]) > field.maxLength) errors[name] = tooLong(field)
  }
  return errors
}

function deadlineErrors(
  form: Pick<ChallengeForm, 'status' | 'deadline'>,
  now: Date,
  before?: FilledWith,
): ChallengeErrors {
  // Submissions that are hidden until the deadline would be voted for.
  if (form.status === 'voting' && form.deadline > now)
    return { deadline: CHALLENGE_FORM_MESSAGES.votingBeforeDeadline }
  const isMoved = form.status !== before?.status || form.deadline.getTime() !== before?.deadline?.getTime()
  return isMoved && isDeadlinePassed(form, now) ? { deadline: CHALLENGE_FORM_MESSAGES.deadlinePassed } : {}
}

type Moments = Pick<ChallengeFields, MomentField>

/** The moments; null where a text is empty, and where it is `unreadable`. */
function readMoments(texts: Record<MomentField, string>, timeZone: string, filledWith?: Moments) {
  const read = (field: MomentField) => instantIn(texts[field], timeZone, filledWith?.[field])
  const deadline = texts.deadline ? read('deadline') : null
  // The form shows no seconds, so the text of the deadline means the exact deadline.
  const readBeside = (field: MomentField) => {
    if (!texts[field]) return null
    const moment = read(field)
    const isUntouched = moment === filledWith?.[field]
    return texts[field] === texts.deadline && !isUntouched ? deadline : moment
  }
  const moments = {
    startDate: readBeside('startDate'),
    deadline,
    votingOpensAt: readBeside('votingOpensAt'),
    votingClosesAt: readBeside('votingClosesAt'),
  }
  const unreadable: ChallengeErrors = {}
  for (const field of fieldsWith('moment'))
    if (texts[field] && !moments[field]) unreadable[field] = CHALLENGE_FORM_MESSAGES.moment
  return { ...moments, unreadable }
}
