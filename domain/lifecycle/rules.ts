import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import {
  type ChallengeStatus,
  type ChallengeType,
  DAY,
  EXTENSION_DAYS,
  votingEnd,
  votingLength,
  votingStart,
} from '#domain/challenges/rules.ts'

export const LIFECYCLE_MESSAGES = {
  completed: 'Challenge completed successfully! Points have been awarded to participants.',
  completedUnpaid: 'Challenge completed successfully!',
  extended: 'Challenge deadline extended by one week and reactivated successfully!',
  extendedActive: 'Challenge deadline extended by one week successfully!',
  laterDeadline: 'The deadline is later than a week from now',
  nearDeadline: 'The deadline is already about a week from now',
  mismatch:
    'Failed to complete challenge. Two counts of its votes differ, so no result was stored. Please tell the operator.',
  message: 'Write what members are told',
  messageLength: `The message must be at most ${MAX_REASON_LENGTH} characters`,
  days: 'Choose for how long it is open again',
} as const

export const MOVE_MESSAGES = {
  moved: 'Challenge moved',
  failed: 'Failed to move challenge',
  opened: 'Failed to move challenge. Only challenges that are not open yet can be moved.',
  noStart: 'Failed to move challenge. It has no start date; set one in the form.',
  stale: 'Failed to move challenge. It has changed since you opened it; please check it again.',
  day: 'Please choose a day',
  past: 'Failed to move challenge. It would start in the past; choose a later day.',
} as const

/** Places on a page of results. */
export const RESULTS_PAGE_SIZE = 24

/** What an administrator can do to a challenge, each in the statuses that allow it. */
export const STEP_STATUSES = {
  open: ['draft', 'upcoming'],
  'close-entries': ['active'],
  'start-voting': ['active'],
  extend: ['active', 'voting', 'completed'],
  complete: ['active', 'voting'],
  cancel: ['upcoming', 'active', 'voting'],
  reopen: ['voting', 'completed', 'canceled'],
} as const satisfies Record<string, readonly ChallengeStatus[]>

export type Step = keyof typeof STEP_STATUSES

export const STEPS = Object.keys(STEP_STATUSES) as Step[]

export function canComplete(status: ChallengeStatus): boolean {
  return (STEP_STATUSES.complete as readonly ChallengeStatus[]).includes(status)
}

/** The message of each step that failed, and what refuses it in another status. */
const FAILURES: Record<Step, { failed: string; elsewhere: string }> = {
  open: {
    failed: 'Failed to open challenge',
    elsewhere: 'Only drafts and upcoming challenges can be opened.',
  },
  'close-entries': {
    failed: 'Failed to close entries',
    elsewhere: 'Only active challenges take entries.',
  },
  'start-voting': {
    failed: 'Failed to start voting',
    elsewhere: 'Only active challenges can begin to take votes.',
  },
  extend: {
    failed: 'Failed to extend challenge deadline',
    elsewhere: 'Only running and completed challenges can be extended.',
  },
  complete: { failed: 'Failed to complete challenge', elsewhere: 'It is not running any more.' },
  cancel: {
    failed: 'Failed to cancel challenge',
    elsewhere: 'Only upcoming and running challenges can be canceled.',
  },
  reopen: {
    failed: 'Failed to reopen challenge',
    elsewhere: 'Only challenges in voting and ended ones can be reopened.',
  },
}

export function failedMessage(step: Step): string {
  return FAILURES[step].failed
}

/** The challenge is not as the administrator saw it. */
export function staleMessage(step: Step): string {
  return `${failedMessage(step)}. It has changed since you opened it; please check it again.`
}

/** What of a challenge decides which steps are possible. */
export interface Steered extends Timeline {
  status: ChallengeStatus
  startDate: Date | null
  allowVoting: boolean
  /** Submissions that are not rejected. */
  participants: number
  isHeld: boolean
  /** The status in which a canceled challenge was canceled. */
  canceledFrom: ChallengeStatus | null
}

/** What of a challenge decides its dates after a step. */
export interface Dated extends Steered {
  /** A step closed its entries or started its voting, and so set its voting dates. */
  isClosedByStep: boolean
}

/** Why a step is not possible now, as a message, or null. */
export function stepRefusal(step: Step, challenge: Steered, now: Date): string | null {
  const statuses: readonly ChallengeStatus[] = STEP_STATUSES[step]
  const { failed, elsewhere } = FAILURES[step]
  if (!statuses.includes(challenge.status)) return `${failed}. ${elsewhere}`
  if (step === 'extend') return extensionRefusal(challenge, now)
  const reason = obstacle(step, challenge, now)
  return reason && `${failed}. ${reason}`
}

/** Why a step is not possible in a status that allows it. */
function obstacle(step: Step, challenge: Steered, now: Date): string | null {
  const { deadline, allowVoting, participants, isHeld } = challenge
  const isClosed = deadline === null || deadline <= now
  switch (step) {
    case 'open':
      return isClosed ? 'Its deadline has passed; choose a later one in the form first.' : null
    case 'close-entries':
      if (isClosed) return 'They are closed already.'
      if (!allowVoting) return 'Voting is off, so nothing would follow; complete it instead.'
      return participants === 0 ? 'It has no entries; cancel it instead.' : null
    case 'start-voting':
      if (!allowVoting) return 'Voting is off; switch it on in the form first.'
      return participants === 0 ? 'It has no entries that could get votes.' : null
    case 'complete':
    case 'cancel':
      if (deadline === null) return 'It has no deadline yet; make it a draft in the form instead.'
      return isHeld ? 'Its result is held; release it first.' : null
    default:
      return null
  }
}

/** The steps that can be taken now (CHL-77 to CHL-79), in the order of a challenge's life. */
export function possibleSteps(challenge: Steered, now: Date): Step[] {
  return STEPS.filter((step) => stepRefusal(step, challenge, now) === null)
}

/** One week from `now` (CHL-28). */
export function extendedDeadline(now: Date): Date {
  return new Date(now.getTime() + EXTENSION_DAYS * DAY)
}

/** Nothing may end earlier, and nobody is told of a gain of less than a day alone (CHL-31). */
function extensionRefusal({ status, deadline }: Steered, now: Date): string | null {
  if (!deadline) return null
  const gained = extendedDeadline(now).getTime() - deadline.getTime()
  if (gained < 0) return LIFECYCLE_MESSAGES.laterDeadline
  return status === 'active' && gained < DAY ? LIFECYCLE_MESSAGES.nearDeadline : null
}

/** Days for which a challenge can be reopened. */
export const REOPEN_DAYS = [1, 3, 7, 14] as const

export function isReopenDays(days: number): boolean {
  return (REOPEN_DAYS as readonly number[]).includes(days)
}

/**
 * The status that reopening gives (CHL-79): voting is followed by entries again, a completed challenge by entries while
 * its deadline is ahead, else by votes if it takes any, and a canceled one is as it was.
 */
export function reopenedStatus(challenge: Steered, now: Date): 'upcoming' | 'active' | 'voting' {
  const { status, allowVoting, participants, canceledFrom, deadline } = challenge
  if (status === 'canceled' && canceledFrom === 'upcoming') return 'upcoming'
  if (status === 'completed' && isAhead(deadline, now)) return 'active'
  const wasVoting = status === 'completed' || (status === 'canceled' && canceledFrom === 'voting')
  return wasVoting && allowVoting && participants > 0 ? 'voting' : 'active'
}

/** Whether reopening sets a date, so that it asks for how many days; a deadline that is ahead is kept. */
export function reopensForDays(challenge: Steered, now: Date): boolean {
  return reopenedStatus(challenge, now) === 'voting' || !isAhead(challenge.deadline, now)
}

/** The dates after reopening for so many days; null if they are kept. */
export function reopenedDates(challenge: Dated, now: Date, days: number): NewDates | null {
  if (!reopensForDays(challenge, now)) return null
  return reopenedStatus(challenge, now) === 'voting'
    ? reopenedVoting(challenge, now, days)
    : movedDeadline(challenge, new Date(now.getTime() + days * DAY))
}

function isAhead(moment: Date | null, now: Date): boolean {
  return moment !== null && moment > now
}

/** The dates that decide when a challenge takes entries and votes. */
export interface Timeline {
  type: ChallengeType
  deadline: Date | null
  votingOpensAt: Date | null
  votingClosesAt: Date | null
}

export interface NewDates {
  deadline: Date
  votingOpensAt: Date | null
  votingClosesAt: Date | null
}

/**
 * Another deadline. Custom voting dates move by the same time; those that a step wrote give way to voting from the deadline
 * for as long as before.
 */
export function movedDeadline(timeline: Dated, deadline: Date): NewDates {
  if (timeline.isClosedByStep) return followedByVoting(timeline, deadline)
  const moved = deadline.getTime() - (timeline.deadline ?? deadline).getTime()
  return {
    deadline,
    votingOpensAt: later(timeline.votingOpensAt, moved),
    votingClosesAt: later(timeline.votingClosesAt, moved),
  }
}

function followedByVoting(timeline: Timeline, deadline: Date): NewDates {
  const length = lengthOfVoting({ ...timeline, deadline: timeline.deadline ?? deadline })
  const isUsual = length === votingLength(timeline.type) * DAY
  return { deadline, votingOpensAt: null, votingClosesAt: isUsual ? null : later(deadline, length) }
}

/** Entries close now; voting starts and ends as announced. */
export function closedEntries({ deadline, ...timeline }: Timeline, now: Date): NewDates {
  const announced = { ...timeline, deadline: deadline ?? now }
  return { deadline: now, votingOpensAt: votingStart(announced), votingClosesAt: votingEnd(announced) }
}

/** Voting starts now and lasts as long as announced; entries are closed. */
export function startedVoting({ deadline, ...timeline }: Timeline, now: Date): NewDates {
  const announced = { ...timeline, deadline: deadline ?? now }
  return {
    deadline: earlier(deadline, now),
    votingOpensAt: now,
    votingClosesAt: later(now, lengthOfVoting(announced)),
  }
}

function lengthOfVoting(timeline: Timeline & { deadline: Date }): number {
  return votingEnd(timeline).getTime() - votingStart(timeline).getTime()
}

/** Voting is open again for so many days; entries stay closed. */
function reopenedVoting({ deadline, votingOpensAt }: Timeline, now: Date, days: number): NewDates {
  return {
    deadline: earlier(deadline, now),
    votingOpensAt: votingOpensAt && earlier(votingOpensAt, now),
    votingClosesAt: later(now, days * DAY),
  }
}

function earlier(moment: Date | null, limit: Date): Date {
  return moment && moment < limit ? moment : limit
}

function later<Moment extends Date | null>(moment: Moment, byMs: number): Moment {
  return (moment && new Date(moment.getTime() + byMs)) as Moment
}

export interface Counted {
  submissionId: string
  votes: number
  /** UTC with microseconds, such as '2026-11-23 12:00:00.000001'. */
  contentChangedAt: string
}

/** The submission with the most votes; of equal ones the one whose content was final earlier, then the lower id. */
export function winnerOf<Entry extends Counted>(entries: readonly Entry[]): Entry | undefined {
  const [best] = entries.filter(({ votes }) => votes > 0).toSorted(byPlace)
  return best
}

function byPlace(one: Counted, other: Counted): number {
  if (one.votes !== other.votes) return other.votes - one.votes
  if (one.contentChangedAt !== other.contentChangedAt)
    return one.contentChangedAt < other.contentChangedAt ? -1 : 1
  return one.submissionId < other.submissionId ? -1 : 1
}
