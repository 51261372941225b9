import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { daysLeftText, daysUntil } from '#domain/challenges/rules.ts'
import { MESSAGES } from '#domain/voting/rules.ts'

interface Props {
  challenge: ChallengeDetail
  votedForId: string | null
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
  now: Date
}

/** Says that votes are being cast, until when, and where the viewer's own went (CHL-67). */
export function VotingPanel({ challenge, votedForId, isFinal, now }: Props) {
  const { id, votingEndsAt } = challenge
  return (
    <section aria-labelledby="voting" className="card card-won mb-8 p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <div>
          <h2 id="voting" className="text-card">
            Voting in Progress
          </h2>
          <p className="mt-2">The submission deadline has passed. Voting is now open for this challenge!</p>
          <p className="mt-1 text-calm text-muted">{MESSAGES.alreadyElsewhere}</p>
          {isFinal && !votedForId && <p className="mt-1 text-calm">{MESSAGES.nextVoteIsFinal}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {votingEndsAt && (
            <Time value={votingEndsAt} style="datetime" className="fact-figure">
              {daysLeftText(daysUntil(votingEndsAt, now))}
            </Time>
          )}
          {votedForId && (
            <ButtonLink to={`/challenges/${id}/submissions/${votedForId}`} look="quiet">
              View Your Vote
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}
