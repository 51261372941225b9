import { z } from 'zod'
import { RAW_LIMITS } from '#platform/raw-limits.ts'
import { characterCount, plainText, singleLine } from '#platform/text.ts'
import { instantIn } from '#platform/zoned-time.ts'
import {
  CHALLENGE_FIELDS,
  type ChallengeFields,
  type FieldsWith,
  FORM_FIELDS,
  type FormField,
  fieldsWith,
} from './fields.ts'
import type { ChallengeStatus, ChallengeType } from './rules.ts'
import {
  CHALLENGE_FORM_MESSAGES,
  openingError,
  presetDeadline,
  presetDeadlineText,
  savedStatus,
  savedStatusText,
  timelineError,
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

interface FormRefusal {
  ok: false
  error: string
  /** What the form must show, because this would be saved instead of what it showed. */
  shows?: { savedAs?: ChallengeStatus; deadline?: Date }
}

/**
 * Reads the challenge form (ADM-23 to ADM-26, ADM-32). With auto-activation the status follows from the start date:
 * active once it has come, else upcoming. What the form did not show before is refused with what it `shows` next. A
 * moment that reads as it did when the form was opened is the one that it was `filledWith`. Answers with the first
 * refusal.
 */
export function parseChallenge(
  fields: Record<string, unknown>,
  now: Date,
  filledWith?: Moments,
): { ok: true; form: ChallengeForm } | FormRefusal {
  const parsed = shape.safeParse(fields)
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? CHALLENGE_FORM_MESSAGES.failed)
  const { autoActivate, timeZone, savedAs, presetDeadline: filledIn, presetType, ...input } = parsed.data
  if (!input.title || !input.description) return refuse(CHALLENGE_FORM_MESSAGES.titleAndDescription)
  const tooLong = lengthError(input)
  if (tooLong) return refuse(tooLong)
  if (autoActivate && input.status !== 'active' && !input.startDate)
    return refuse(CHALLENGE_FORM_MESSAGES.startDate)
  if (!input.deadline) return refuse(CHALLENGE_FORM_MESSAGES.deadline)
  const moments = readMoments(input, timeZone, filledWith)
  if (!moments) return refuse(CHALLENGE_FORM_MESSAGES.moment)
  const opening = { status: input.status, autoActivate, startDate: moments.startDate }
  const contradiction = openingError(opening)
  if (contradiction) return refuse(contradiction)
  if (input.deadline === filledIn && isOtherLength(input.type, presetType))
    return refuse(presetDeadlineText(input.type), { deadline: presetDeadline(input.type, now) })
  const status = savedStatus(opening, now)
  const form = { ...input, ...moments, status }
  // Submissions that are hidden until the deadline would be voted for.
  const isEarly = status === 'voting' && moments.deadline > now
  const error = isEarly ? CHALLENGE_FORM_MESSAGES.votingBeforeDeadline : timelineError(form)
  if (error) return refuse(error)
  if (status !== input.status && status !== savedAs)
    return refuse(savedStatusText(input.status, status), { savedAs: status })
  return { ok: true, form }
}

function refuse(error: string, shows?: FormRefusal['shows']): FormRefusal {
  return { ok: false, error, ...(shows && { shows }) }
}

function isOtherLength(type: ChallengeType, presetType: string): boolean {
  return type !== presetType && (type === 'daily' || presetType === 'daily')
}

function lengthError(input: Pick<ChallengeFields, TextField>): string | null {
  const name = fieldsWith('line', 'text').find(
    (name) => characterCount(input[name]) > CHALLENGE_FIELDS[name].maxLength,
  )
  return name ? tooLong(CHALLENGE_FIELDS[name]) : null
}

type Moments = Pick<ChallengeFields, MomentField>

function readMoments(texts: Record<MomentField, string>, timeZone: string, filledWith?: Moments) {
  const read = (field: MomentField) => instantIn(texts[field], timeZone, filledWith?.[field])
  const deadline = read('deadline')
  // The form shows no seconds, so the text of the deadline means the exact deadline.
  const readBeside = (field: MomentField) => {
    if (!texts[field]) return null
    const moment = read(field)
    const isUntouched = moment === filledWith?.[field]
    return texts[field] === texts.deadline && !isUntouched ? deadline : moment
  }
  const moments = {
    startDate: readBeside('startDate'),
    votingOpensAt: readBeside('votingOpensAt'),
    votingClosesAt: readBeside('votingClosesAt'),
  }
  const understood = (Object.keys(moments) as (keyof typeof moments)[]).every(
    (field) => !texts[field] || moments[field],
  )
  return understood && deadline ? { ...moments, deadline } : null
}
