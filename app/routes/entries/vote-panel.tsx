import { NumberText } from '#app/ui/lists/number-text.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import { Time } from '#app/ui/time/time.tsx'
import { useVote } from '#app/ui/voting/use-vote.ts'
import type { LoadedEntry } from './entry-page.server.ts'
import { VoteAction } from './vote-action.tsx'
import { VotingDates } from './voting-dates.tsx'

/** Votes, the vote button or what stands in its place, and when the entry came in (SUB-34). */
export function VotePanel({
  entry,
  challenge,
  vote,
  votedForId,
  votedForIsVisible,
  isFinal,
  votingOpen,
  now,
}: LoadedEntry) {
  const ballot = useVote(entry, vote === 'voted')
  const total = (entry.challengeVotes ?? 0) + ballot.change
  return (
    <Card as="section" eyebrow="Votes">
      {entry.votes === null ? (
        <p className="text-calm text-muted">Votes are shown when the challenge is completed.</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <NumberText
            key={ballot.change}
            value={Math.max(0, entry.votes + ballot.change)}
            className={`font-display text-hero leading-none ${ballot.change > 0 ? 'landed' : ''}`}
          />
          {total > 0 && (
            <span className="text-muted">
              of <NumberText value={total} /> cast
            </span>
          )}
        </p>
      )}
      <div className="mt-4 grid gap-3 text-calm">
        <VoteAction
          entry={entry}
          state={vote}
          open={votingOpen}
          ballot={ballot}
          votedForId={votedForId}
          votedForIsVisible={votedForIsVisible}
          isFinal={isFinal}
        />
        {entry.status !== 'rejected' && (
          <VotingDates challenge={challenge} open={votingOpen} vote={vote} now={now} />
        )}
        <p className="text-small text-muted">
          Submitted <Time value={entry.submittedAt} style="datetime" />
        </p>
      </div>
    </Card>
  )
}
