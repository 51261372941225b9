import { z } from 'zod'
import { RAW_LIMITS } from '#platform/raw-limits.ts'
import { plainText, singleLine } from '#platform/text.ts'
import { instantIn } from '#platform/zoned-time.ts'
import {
  CHALLENGE_FIELDS,
  type ChallengeFields,
  type FieldsWith,
  FORM_FIELDS,
  type FormField,
  fieldsWith,
} from './fields.ts'
import { CHALLENGE_FORM_MESSAGES, timelineError } from './timeline.ts'

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

/**
 * Reads the challenge form (ADM-24, ADM-25, ADM-32). Choosing active drops the start date; with auto-activation the
 * status follows from the start date: active once it has come, else upcoming. A moment that reads as it did
 * when the form was opened is the one that it was `filledWith`. Answers with the first refusal.
 */
export function parseChallenge(
  fields: Record<string, unknown>,
  now: Date,
  filledWith?: Moments,
): { ok: true; form: ChallengeForm } | { ok: false; error: string } {
  const parsed = shape.safeParse(fields)
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? CHALLENGE_FORM_MESSAGES.failed)
  const { autoActivate, timeZone, ...input } = parsed.data
  if (!input.title || !input.description) return refuse(CHALLENGE_FORM_MESSAGES.titleAndDescription)
  const tooLong = lengthError(input)
  if (tooLong) return refuse(tooLong)
  const automatic = autoActivate && input.status !== 'active'
  if (automatic && !input.startDate) return refuse(CHALLENGE_FORM_MESSAGES.startDate)
  if (!input.deadline) return refuse(CHALLENGE_FORM_MESSAGES.deadline)
  const texts = { ...input, startDate: automatic ? input.startDate : '' }
  const moments = readMoments(texts, timeZone, filledWith)
  if (!moments) return refuse(CHALLENGE_FORM_MESSAGES.moment)
  const status =
    automatic && moments.startDate ? (moments.startDate <= now ? 'active' : 'upcoming') : input.status
  const form = { ...input, ...moments, status }
  // Submissions that are hidden until the deadline would be voted for.
  const isEarly = status === 'voting' && moments.deadline > now
  const error = isEarly ? CHALLENGE_FORM_MESSAGES.votingBeforeDeadline : timelineError(form)
  return error ? refuse(error) : { ok: true, form }
}

function refuse(error: string): { ok: false; error: string } {
  return { ok: false, error }
}

function lengthError(input: Pick<ChallengeFields, TextField>): string | null {
  const name = fieldsWith('line', 'text').find(
    (name) => input[name].length > CHALLENGE_FIELDS[name].maxLength,
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
