/** Who may vote in a challenge: everyone signed in, or those with a verified address, or who joined before voting opened. */
export const VOTERS = ['everyone', 'verified', 'members_before'] as const
export type Voters = (typeof VOTERS)[number]

export const KINDS = ['image', 'text', 'audio', 'video', 'code', 'special'] as const
export const TYPES = ['daily', 'weekly', 'monthly', 'special'] as const
export const STATUSES = ['draft', 'upcoming', 'active', 'voting', 'completed', 'canceled'] as const

export type Kind = (typeof KINDS)[number]
export type ChallengeType = (typeof TYPES)[number]
export type ChallengeStatus = (typeof STATUSES)[number]

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

const votingDays: Record<ChallengeType, number> = { daily: 1, weekly: 3, monthly: 7, special: 3 }

export const EXTENSION_DAYS = 7

export const CHALLENGE_MESSAGES = {
  notFound: 'Challenge not found',
  deadlinePassed: 'The submission deadline for this challenge has passed',
} as const

/** The statuses that the form offers: four, and its own for a challenge in voting or canceled. */
export function statusChoices(status: ChallengeStatus): ChallengeStatus[] {
  const usual: ChallengeStatus[] = ['draft', 'upcoming', 'active', 'completed']
  return usual.includes(status) ? usual : [...usual, status]
}

interface Timeline {
  type: ChallengeType
  deadline: Date
  votingOpensAt: Date | null
  votingClosesAt: Date | null
}

/** The chosen time, or else the deadline (CHL-22). */
export function votingStart(timeline: Timeline): Date {
  return timeline.votingOpensAt ?? timeline.deadline
}

/** The chosen time, or else the deadline plus the voting days of the type (CHL-21). */
export function votingEnd(timeline: Timeline): Date {
  return timeline.votingClosesAt ?? new Date(timeline.deadline.getTime() + votingDays[timeline.type] * DAY)
}

export function votingLength(type: ChallengeType): number {
  return votingDays[type]
}

export interface Phase {
  status: ChallengeStatus
  deadline: Date | null
  votingEndsAt: Date | null
  allowVoting?: boolean
}

/** Active and before the deadline, which is exclusive. */
export function isOpenForSubmissions(challenge: Phase, now: Date): boolean {
  return challenge.status === 'active' && challenge.deadline !== null && now < challenge.deadline
}

/** In voting and before the voting end, which is exclusive. */
export function isOpenForVotes(challenge: Phase, now: Date): boolean {
  const allowed = challenge.status === 'voting' && challenge.allowVoting !== false
  return allowed && challenge.votingEndsAt !== null && now < challenge.votingEndsAt
}

/** In voting with hidden counts (CHL-24). */
export function isSecretBallot({
  status,
  showVotes,
}: {
  status: ChallengeStatus
  showVotes: boolean
}): boolean {
  return status === 'voting' && !showVotes
}

export function isFinished(status: ChallengeStatus): boolean {
  return status === 'completed' || status === 'canceled'
}

/** Whole days until `moment`, rounded up, never negative (CHL-34). */
export function daysUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY))
}

/** 'Ending today!', '1 day left' or 'N days left' (CHL-36). */
export function daysLeftText(days: number): string {
  if (days === 0) return 'Ending today!'
  return days === 1 ? '1 day left' : `${days} days left`
}

export function statusLabel(status: ChallengeStatus): string {
  return capitalised(status)
}

export function badgeLabel(status: ChallengeStatus): string {
  if (status === 'active') return 'Active Challenge'
  return status === 'voting' ? 'Voting Phase' : statusLabel(status)
}

export function kindLabel(kind: Kind): string {
  return capitalised(kind)
}

/** The types of each section (CHL-45). */
export const SECTION_TYPES = {
  daily: ['daily'],
  weekly: ['weekly'],
  special: ['monthly', 'special'],
} as const satisfies Record<string, readonly ChallengeType[]>

export type SectionName = keyof typeof SECTION_TYPES

/** In place of the start of an upcoming challenge that has none. */
export const NO_START = 'Date to be announced'

export function typeLabel(type: ChallengeType): string {
  return capitalised(type)
}

/** 'Daily · Image'; 'Special' once if both are special. */
export function typeAndKindLabel({ type, kind }: { type: ChallengeType; kind: Kind }): string {
  return type === kind ? typeLabel(type) : `${typeLabel(type)} · ${kindLabel(kind)}`
}

/** Whether submissions of the kind need a link (SUB-6). */
export function needsContentUrl(kind: Kind): boolean {
  return kind === 'audio' || kind === 'video' || kind === 'special'
}

export interface CardAction {
  label:
    | 'Vote Now'
    | 'Submitted'
    | 'Edit Rejected Entry'
    | 'Submit Entry'
    | 'Login to Submit'
    | 'View Results'
    | 'View Challenge'
  to: string
}

/** The link of a challenge card for its viewer (CHL-40). */
export function cardAction(
  challenge: Phase & {
    id: string
    mySubmissionId: string | null
    isMineRejected: boolean
  },
  signedIn: boolean,
  now: Date,
): CardAction {
  const to = `/challenges/${challenge.id}`
  if (isOpenForVotes(challenge, now)) return { label: 'Vote Now', to }
  if (challenge.status === 'completed') return { label: 'View Results', to: `${to}/results` }
  if (challenge.status === 'active' && signedIn && challenge.mySubmissionId) {
    const mine = `${to}/submissions/${challenge.mySubmissionId}`
    return challenge.isMineRejected && isOpenForSubmissions(challenge, now)
      ? { label: 'Edit Rejected Entry', to: `${mine}/edit` }
      : { label: 'Submitted', to: mine }
  }
  if (!isOpenForSubmissions(challenge, now)) return { label: 'View Challenge', to }
  if (signedIn) return { label: 'Submit Entry', to: `${to}/submit` }
  return { label: 'Login to Submit', to: `/login?redirect=${encodeURIComponent(`${to}/submit`)}` }
}

/** Whether the form that the action leads to shows the viewer's draft. */
export function continuesDraft({ hasDraft }: { hasDraft: boolean }, { label }: CardAction): boolean {
  return hasDraft && label === 'Submit Entry'
}

export function isPrimaryAction({ label }: CardAction): boolean {
  return ['Vote Now', 'Submit Entry', 'Login to Submit', 'Edit Rejected Entry'].includes(label)
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
