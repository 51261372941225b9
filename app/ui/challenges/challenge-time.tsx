import { timeLeftText } from '#app/ui/time/remaining.ts'
import { Time } from '#app/ui/time/time.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { daysLeftText, daysUntil } from '#domain/challenges/rules.ts'

type Dated = Pick<ChallengeSummary, 'status' | 'startDate' | 'deadline' | 'votingEndsAt' | 'completedAt'>

/** When a challenge starts, closes or ended, in the few words a card has room for. */
export function ChallengeTime({ challenge, now }: { challenge: Dated; now: Date }) {
  const { status, startDate, deadline, votingEndsAt, completedAt } = challenge
  if (status === 'voting' && votingEndsAt) return <>Voting: {daysLeftText(daysUntil(votingEndsAt, now))}</>
  if (status === 'active' && deadline) {
    return <Time value={deadline}>{timeLeftText(deadline, now)}</Time>
  }
  if (completedAt) {
    return (
      <>
        Ended <Time value={completedAt} className="whitespace-nowrap" />
      </>
    )
  }
  if (startDate) {
    return (
      <>
        Starts <Time value={startDate} className="whitespace-nowrap" />
      </>
    )
  }
  return <>Deadline {deadline ? <Time value={deadline} /> : 'N/A'}</>
}
