import { DAY, votingLength } from '#domain/challenges/rules.ts'
import type { DemoChallenge, DemoMember, DemoSubmission, World } from './world.server.ts'

/** `at` is in ms after the first start; negative before it. */
export type DemoEvent = { at: number } & (
  | { type: 'open'; challenge: DemoChallenge }
  | { type: 'submit'; challenge: DemoChallenge; submission: DemoSubmission }
  | { type: 'approve'; submission: DemoSubmission }
  | { type: 'vote'; challenge: DemoChallenge; submission: DemoSubmission; voter: string }
  | { type: 'advance' }
  | { type: 'adjust'; member: DemoMember; adjustment: NonNullable<DemoMember['adjustment']> }
)

const HOUR = DAY / 24
const approvalDelay = 6 * HOUR

/** What happens before the first start, in order. */
export function timeline({ members, challenges }: World): DemoEvent[] {
  const events = [...challenges.flatMap(challengeEvents), ...members.flatMap(adjustments)]
  return events.toSorted((a, b) => a.at - b.at)
}

function challengeEvents(challenge: DemoChallenge): DemoEvent[] {
  const opens = Math.min(challenge.opens * DAY, -HOUR)
  const ends = [challenge.deadline * DAY, votingEnd(challenge)].filter((at) => at <= 0)
  return [
    { at: opens, type: 'open', challenge },
    ...challenge.submissions.flatMap((submission) => submissionEvents(challenge, submission)),
    ...votes(challenge),
    ...ends.map((at) => ({ at, type: 'advance' as const })),
  ]
}

function submissionEvents(challenge: DemoChallenge, submission: DemoSubmission): DemoEvent[] {
  const at = submission.submitted * DAY
  const submit: DemoEvent = { at, type: 'submit', challenge, submission }
  return submission.approved ? [submit, { at: at + approvalDelay, type: 'approve', submission }] : [submit]
}

function votes(challenge: DemoChallenge): DemoEvent[] {
  const start = challenge.deadline * DAY
  const length = Math.min(votingEnd(challenge), 0) - start
  const cast = challenge.submissions.flatMap((submission) =>
    submission.votes.map((voter) => ({ submission, voter })),
  )
  return cast.map((vote, index) => {
    // Multiples of the golden ratio spread the votes of each submission over the whole time.
    const share = (index * 0.618034) % 1
    return { at: start + length * (0.02 + 0.95 * share), type: 'vote', challenge, ...vote }
  })
}

function votingEnd({ type, deadline }: DemoChallenge): number {
  return (deadline + votingLength(type)) * DAY
}

function adjustments(member: DemoMember): DemoEvent[] {
  const { adjustment } = member
  return adjustment ? [{ at: adjustment.at * DAY, type: 'adjust', member, adjustment }] : []
}
