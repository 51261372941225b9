import type { ChallengeStatus, Kind } from '#domain/challenges/rules.ts'
import type { SubmissionStatus } from './queries.server.ts'

/** How long an approval or a rejection of a submission can be undone. */
export const undoMinutes = 10

/** Submissions of a challenge that a member can have on their shortlist. */
export const mostShortlisted = 50

/** Submissions of a challenge that its viewer leads through. */
export const mostInRoom = 600

export const SUBMISSION_LIMITS = {
  title: 120,
  description: 5000,
  creationProcess: 5000,
  prompt: 2000,
  contentUrl: 2000,
  imageAlt: 250,
  tools: 20,
  tool: 40,
} as const

/** Submissions that a gallery shows at first and adds with each step (CHL-65). */
export const GALLERY_STEP = 6
export const GALLERY_PAGE_SIZE = 50 * GALLERY_STEP
/** Submissions that one response shows. */
export const MAX_SHOWN = 4 * GALLERY_PAGE_SIZE

export const SORTS = ['newest', 'oldest', 'votes'] as const
export type Sort = (typeof SORTS)[number]

/** The number of a submission on its receipt: the last eight digits of its id. */
export function receiptNumber(submissionId: string): string {
  const digits = submissionId.replaceAll('-', '').slice(-8).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

export interface Placing {
  place: number
  /** Submissions that counted. */
  entries: number
  /** Points of the author for this submission. */
  points: number
}

/** How far a submission is. */
export interface Progress {
  status: SubmissionStatus
  challengeStatus: ChallengeStatus
  /** Votes are taken now. */
  isInVoting: boolean
  /** In its completed challenge; null before, without a vote, or if it did not count. */
  placing: Placing | null
}

export function contentLabel(kind: Kind): string {
  if (kind === 'audio') return 'Listen to Audio'
  return kind === 'video' ? 'Watch Video' : 'Open the work'
}

/** Submissions that a profile shows (PROF-9). */
export const PROFILE_PREVIEW_SIZE = 4

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** A place: 1st, 22nd, 12,345th */
export function formatOrdinal(place: number): string {
  return `${place.toLocaleString('en-US')}${suffixes[ordinals.select(place)] ?? 'th'}`
}
