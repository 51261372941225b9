import { type ChallengeType, votingEnd, votingStart } from './rules.ts'

export const CHALLENGE_FORM_MESSAGES = {
  titleAndDescription: 'Title and description are required',
  deadline: 'Deadline is required',
  startDate: 'Please provide a start date for auto-activation',
  startBeforeDeadline: 'Start date must be before the deadline',
  image: 'Please upload an image for the challenge',
  failed: 'Failed to save challenge',
  stale:
    'Failed to save challenge. It has changed since you opened it, so your changes are not saved. Open it again to see its current state.',
  loadFailed: 'Failed to load challenge data',
  moment: 'Please enter dates and times as year, month, day and time',
  deadlinePassed: 'Deadline must be in the future for a challenge that is open or upcoming',
  votingOpens: 'Voting cannot start before the deadline',
  votingCloses: 'Voting must end after it starts',
  votingBeforeDeadline: 'The deadline of a challenge in voting cannot be in the future',
  votingRuns: 'Voting cannot be switched off while it is open',
  kind: 'Please choose one of the kinds offered',
  type: 'Please choose one of the durations offered',
  status: 'Please choose one of the statuses offered',
  created: 'Challenge created successfully!',
  updated: 'Challenge updated successfully!',
} as const

interface Moments {
  type: ChallengeType
  startDate: Date | null
  deadline: Date
  votingOpensAt: Date | null
  votingClosesAt: Date | null
}

/** What is wrong with the order of a challenge's times, or null (ADM-30, ADM-32). */
export function timelineError(moments: Moments): string | null {
  if (moments.startDate && moments.startDate >= moments.deadline)
    return CHALLENGE_FORM_MESSAGES.startBeforeDeadline
  if (moments.votingOpensAt && moments.votingOpensAt < moments.deadline)
    return CHALLENGE_FORM_MESSAGES.votingOpens
  return votingEnd(moments) <= votingStart(moments) ? CHALLENGE_FORM_MESSAGES.votingCloses : null
}
