import { z } from 'zod'
import { RAW_LIMITS } from '#platform/raw-limits.ts'
import { plainText, singleLine } from '#platform/text.ts'
import { instantIn } from '#platform/zoned-time.ts'
import { type ChallengeStatus, type ChallengeType, KINDS, type Kind, STATUSES, TYPES } from './rules.ts'
import { CHALLENGE_FORM_MESSAGES, timelineError } from './timeline.ts'

export interface ChallengeForm {
  title: string
  description: string
  requirements: string
  kind: Kind
  type: ChallengeType
  status: ChallengeStatus
  startDate: Date | null
  deadline: Date
  votingOpensAt: Date | null
  votingClosesAt: Date | null
  showSubmissions: boolean
  showVotes: boolean
  allowVoting: boolean
  allowComments: boolean
}

const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
const moment = z.string().max(40, CHALLENGE_FORM_MESSAGES.moment).trim().default('')

const TOO_LONG = {
  title: 'Title must be at most 120 characters',
  description: 'Description must be at most 5,000 characters',
  requirements: 'Requirements must be at most 5,000 characters',
} as const

const shape = z.strictObject({
  title: z.string().max(RAW_LIMITS.line, TOO_LONG.title).default('').transform(singleLine),
  description: z.string().max(RAW_LIMITS.text, TOO_LONG.description).default('').transform(plainText),
  requirements: z.string().max(RAW_LIMITS.text, TOO_LONG.requirements).default('').transform(plainText),
  kind: z.enum(KINDS, CHALLENGE_FORM_MESSAGES.kind),
  type: z.enum(TYPES, CHALLENGE_FORM_MESSAGES.type),
  status: z.enum(STATUSES, CHALLENGE_FORM_MESSAGES.status),
  autoActivate: checkbox,
  startDate: moment,
  deadline: moment,
  votingOpensAt: moment,
  votingClosesAt: moment,
  /** The IANA zone in which the moments were typed. */
  timeZone: z.string().max(RAW_LIMITS.line, CHALLENGE_FORM_MESSAGES.moment).default('UTC'),
  showSubmissions: checkbox,
  showVotes: checkbox,
  allowVoting: checkbox,
  allowComments: checkbox,
})

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
  const typed = { ...input, startDate: automatic ? input.startDate : '' }
  const moments = readMoments(typed, timeZone, filledWith)
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

function lengthError(input: { title: string; description: string; requirements: string }): string | null {
  if (input.title.length > 120) return TOO_LONG.title
  if (input.description.length > 5000) return TOO_LONG.description
  return input.requirements.length > 5000 ? TOO_LONG.requirements : null
}

type MomentField = 'startDate' | 'deadline' | 'votingOpensAt' | 'votingClosesAt'
type Moments = Record<MomentField, Date | null>

function readMoments(typed: Record<MomentField, string>, timeZone: string, filledWith?: Moments) {
  const read = (field: MomentField) => instantIn(typed[field], timeZone, filledWith?.[field])
  const deadline = read('deadline')
  // Whoever types what the deadline reads as means the deadline, of which the form shows no seconds.
  const readBeside = (field: MomentField) => {
    if (!typed[field]) return null
    const moment = read(field)
    const isUntouched = moment === filledWith?.[field]
    return typed[field] === typed.deadline && !isUntouched ? deadline : moment
  }
  const moments = {
    startDate: readBeside('startDate'),
    votingOpensAt: readBeside('votingOpensAt'),
    votingClosesAt: readBeside('votingClosesAt'),
  }
  const understood = (Object.keys(moments) as (keyof typeof moments)[]).every(
    (field) => !typed[field] || moments[field],
  )
  return understood && deadline ? { ...moments, deadline } : null
}
