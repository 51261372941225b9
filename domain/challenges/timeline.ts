import {
  type ChallengeStatus,
  type ChallengeType,
  DAY,
  HOUR,
  statusLabel,
  votingEnd,
  votingStart,
} from './rules.ts'

export const CHALLENGE_FORM_MESSAGES = {
  titleAndDescription: 'Title and description are required',
  title: 'Title is required',
  description: 'Description is required',
  deadline: 'Deadline is required',
  startDate: 'Please provide a start date for auto-activation',
  activeStart: 'An active challenge starts at once: choose Upcoming, or clear the start date',
  unusedStart:
    'A start date needs auto-activation: tick “Activate automatically at the start date”, or clear the start date',
  startBeforeDeadline: 'Start date must be before the deadline',
  image: 'Please upload an image for the challenge',
  failed: 'Failed to save challenge',
  stale:
    'Failed to save challenge. It has changed since you opened it, so your changes are not saved. Open it again to see its current state.',
  alreadyCreated:
    'Failed to save challenge. This form has created a challenge already, with other values: open that one in the list to change it.',
  suggestionUsed:
    'Failed to save challenge. Its suggestion is not open any more: it was declined or used for another challenge.',
  voters: 'Please choose who may vote',
  held: 'Failed to save challenge. Its result is held; release it before you complete it.',
  loadFailed: 'Failed to load challenge data',
  moment: 'Please enter dates and times as year, month, day and time',
  deadlinePassed: 'Deadline must be in the future for a challenge that is open or upcoming',
  votingOpens: 'Voting cannot start before the deadline',
  votingCloses: 'Voting must end after it starts',
  votingEndPassed:
    'Failed to save challenge. Voting would end at once; use Complete in the list of challenges for that.',
  votingBeforeDeadline: 'The deadline of a challenge in voting cannot be in the future',
  votingRuns: 'Voting cannot be switched off while it is open',
  votingOver: 'Voting cannot be switched on or off in a completed challenge',
  kind: 'Please choose one of the kinds offered',
  type: 'Please choose one of the durations offered',
  status: 'Please choose one of the statuses offered',
  confirmCompletion: 'Please confirm that you want to complete the challenge',
  confirmShowing: 'Please confirm that you want to show the counts of a secret ballot',
  ownContest:
    'Failed to save challenge. You have an entry in it, so another administrator has to show or hide its votes, or switch voting off, while it runs.',
  confirmHiding: 'Please confirm that you want to hide the challenge and its submissions',
  created: 'Challenge created successfully!',
  updated: 'Challenge updated successfully!',
} as const

interface Opening {
  status: ChallengeStatus
  autoActivate: boolean
  startDate: Date | null
}

/** How the status, auto-activation and start date contradict each other (ADM-24, ADM-32). */
export function openingErrors({ status, autoActivate, startDate }: Opening): { startDate?: string } {
  const { activeStart, startDate: missing, unusedStart } = CHALLENGE_FORM_MESSAGES
  if (status === 'active') return startDate ? { startDate: activeStart } : {}
  if (autoActivate) return startDate ? {} : { startDate: missing }
  return startDate ? { startDate: unusedStart } : {}
}

/** The status that the form saves: auto-activation replaces the chosen one (ADM-25). */
export function savedStatus({ status, autoActivate, startDate }: Opening, now: Date): ChallengeStatus {
  if (status === 'active' || !autoActivate || !startDate) return status
  return startDate <= now ? 'active' : 'upcoming'
}

/** Tells that another status is saved than the chosen one; shown before saving (ADM-26). */
export function savedStatusText(chosen: ChallengeStatus, saved: ChallengeStatus): string {
  const reason = saved === 'active' ? 'the start date has come' : 'it waits for its start date'
  return `Will be saved as ${statusLabel(saved)}, not as ${statusLabel(chosen)}: ${reason}.`
}

/** The deadline that the form fills in (ADM-22, ADM-23): so many days from now, at the next full hour. */
export function presetDeadline(type: ChallengeType, now: Date): Date {
  const moment = now.getTime() + (type === 'daily' ? 1 : 7) * DAY
  return new Date(Math.ceil(moment / HOUR) * HOUR)
}

export function presetDeadlineText(type: ChallengeType): string {
  const days = type === 'daily' ? 'one day' : '7 days'
  return `The deadline was moved to ${days} from now, because the duration is ${type}. Please check it and save again.`
}

interface Moments {
  type: ChallengeType
  startDate: Date | null
  deadline: Date
  votingOpensAt: Date | null
  votingClosesAt: Date | null
}

type TimelineErrors = Partial<Record<'startDate' | 'votingOpensAt' | 'votingClosesAt', string>>

/** What is wrong with the order of a challenge's times (ADM-30, ADM-32). */
export function timelineErrors(moments: Moments): TimelineErrors {
  const errors: TimelineErrors = {}
  if (moments.startDate && moments.startDate >= moments.deadline)
    errors.startDate = CHALLENGE_FORM_MESSAGES.startBeforeDeadline
  if (moments.votingOpensAt && moments.votingOpensAt < moments.deadline)
    errors.votingOpensAt = CHALLENGE_FORM_MESSAGES.votingOpens
  if (votingEnd(moments) <= votingStart(moments)) errors.votingClosesAt = CHALLENGE_FORM_MESSAGES.votingCloses
  return errors
}

/** Whether an open or upcoming challenge would have a deadline in the past. */
export function isDeadlinePassed(
  { status, deadline }: { status: string; deadline: Date },
  now: Date,
): boolean {
  return needsDeadlineAhead({ status }) && deadline <= now
}

/** Whether the form's status makes sense only with a deadline that is still to come. */
export function needsDeadlineAhead(form: { status: string }): boolean {
  return form.status === 'active' || form.status === 'upcoming'
}
