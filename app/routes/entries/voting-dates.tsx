import { timeLeftText } from '#app/ui/time/remaining.ts'
import { Time } from '#app/ui/time/time.tsx'
import { isFinished } from '#domain/challenges/rules.ts'
import { MESSAGES, type VoteState } from '#domain/voting/rules.ts'
import type { LoadedEntry } from './entry-page.server.ts'

interface Props {
  challenge: LoadedEntry['challenge']
  open: boolean
  vote: VoteState
  now: Date
}

/** When votes are taken, as far as it matters now. */
export function VotingDates({ challenge, open, vote, now }: Props) {
  const { status, allowVoting, votingStartsAt, votingEndsAt } = challenge
  if (open && votingEndsAt) {
    return (
      <p className="text-muted">
        {(vote === 'can-vote' || vote === 'sign-in') && `${MESSAGES.alreadyElsewhere} `}
        Voting: <strong className="font-semibold text-ink">{timeLeftText(votingEndsAt, now)}</strong>, until{' '}
        <Time value={votingEndsAt} style="weekday" />.
      </p>
    )
  }
  if (status === 'active' && allowVoting && votingStartsAt) {
    return (
      <p className="text-muted">
        Voting opens <Time value={votingStartsAt} style="weekday" />.
      </p>
    )
  }
  return status === 'voting' || isFinished(status) ? <p className="text-muted">Voting is over.</p> : null
}
