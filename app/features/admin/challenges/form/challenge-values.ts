import type { StoredImage } from '#domain/media/rules.ts'
import { asTyped } from '#platform/text.ts'

const TEXTS = [
  'title',
  'description',
  'requirements',
  'kind',
  'type',
  'status',
  'startDate',
  'deadline',
  'votingOpensAt',
  'votingClosesAt',
  'timeZone',
  'version',
] as const
export const SETTINGS = ['showSubmissions', 'showVotes', 'allowVoting', 'allowComments'] as const

/** The challenge form as typed: moments are wall-clock texts of `timeZone`; `version` is that of the challenge it was filled with. */
export type ChallengeValues = Record<(typeof TEXTS)[number], string> &
  Record<(typeof SETTINGS)[number] | 'autoActivate', boolean>

/** Why a challenge was not saved, with everything that the form held. */
export interface ChallengeRefusal {
  message: string
  values: ChallengeValues
  picture: Pick<StoredImage, 'id'> | null
}

/** What a browser sent, to be shown again. */
export function submittedValues(fields: FormData): ChallengeValues {
  const texts = TEXTS.map((name) => [name, asTyped(fields.get(name))])
  const checks = [...SETTINGS, 'autoActivate'].map((name) => [name, fields.has(name)])
  return Object.fromEntries([...texts, ...checks])
}

/** The moments among the values. */
export const MOMENTS = ['startDate', 'deadline', 'votingOpensAt', 'votingClosesAt'] as const
export type Moment = (typeof MOMENTS)[number]
