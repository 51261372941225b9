import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { StatusBadge } from '#app/ui/entries/status-badge.tsx'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import type { SubmissionSummary as Entry } from '#domain/submissions/queries.server.ts'
import { isEligible, voteState } from '#domain/voting/rules.ts'
import { CardVote } from './card-vote.tsx'

interface Props {
  entry: Entry
  challenge: ChallengeDetail
  /** By the server's word. */
  votedForId: string | null
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
  /** With the vote that is on its way. */
  votedForSoon: string | null
  viewerId: string | null
  reviewed: boolean
  eager: boolean
  /** Where a vote leads back to. */
  from: string
  now: Date
}

/** An entry in its challenge's gallery; while voting is open, with what its viewer may do about it. */
export function GalleryCard(props: Props) {
  const { entry, challenge, votedForId, isFinal, votedForSoon, viewerId, reviewed, eager, from, now } = props
  const eligible = isEligible(entry.status, reviewed)
  const ballot = { challenge, authorId: entry.author.id, votedForId: votedForSoon, eligible }
  const state = voteState(entry.id, ballot, viewerId, now)
  const change = Number(votedForSoon === entry.id) - Number(votedForId === entry.id)
  const votes = entry.votes === null ? null : entry.votes + change
  return (
    <SubmissionCard
      entry={{ ...entry, votes }}
      without="challenge"
      headingLevel="h2"
      sizes={SIZES}
      eager={eager}
      badge={<CornerBadge entry={entry} challenge={challenge} reviewed={reviewed} />}
    >
      {isOpenForVotes(challenge, now) && (
        <CardVote entry={entry} state={state} voted={votedForId === entry.id} isFinal={isFinal} from={from} />
      )}
    </SubmissionCard>
  )
}

function CornerBadge({ entry, challenge, reviewed }: Pick<Props, 'entry' | 'challenge' | 'reviewed'>) {
  if (challenge.winner?.submissionId === entry.id) {
    return (
      <Badge tone="winner" on="picture">
        Winner
      </Badge>
    )
  }
  return <StatusBadge status={entry.status} reviewed={reviewed} />
}

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'
