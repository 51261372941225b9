import { Suspense } from 'react'
import type { Eager } from '#app/parts/image.tsx'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { StatusBadge } from '#app/parts/submissions/submission-status.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import type { VoteState } from '#domain/voting/rules.ts'
import type { Gallery } from './gallery.tsx'

const CardVote = lazyPart(() => import('./card-vote.tsx'), 'CardVote')

interface Props {
  submission: Gallery['submissions'][number]
  challenge: ChallengeDetail
  /** Of the viewer's vote, including a pending one. */
  state: VoteState
  reviewed: boolean
  eager: Eager
  from: string
  /** Of a secret ballot, which the voting room continues. */
  order: number | null
  now: Date
}

export function GalleryCard(props: Props) {
  const { submission, challenge, state, reviewed, eager, from, order, now } = props
  const loaded = submission.vote
  const isVoted = state === 'voted'
  const change = Number(isVoted) - Number(loaded === 'voted')
  const cardVotes = submission.cardVotes === null ? null : submission.cardVotes + change
  return (
    <SubmissionCard
      submission={{ ...submission, cardVotes }}
      without="challenge"
      headingLevel="h2"
      eager={eager}
      badge={<CornerBadge {...{ submission, challenge, reviewed, isVoted }} />}
      isMine={loaded === 'own'}
      isChosen={isVoted}
      walk={{ order }}
    >
      {isOpenForVotes(challenge, now) && (
        <Suspense fallback={<div className="min-h-11" />}>
          <CardVote submission={submission} loaded={loaded} state={state} from={from} />
        </Suspense>
      )}
    </SubmissionCard>
  )
}

function CornerBadge({
  submission,
  challenge,
  reviewed,
  isVoted,
}: Pick<Props, 'submission' | 'challenge' | 'reviewed'> & { isVoted: boolean }) {
  const isWinner = challenge.winner?.submissionId === submission.id
  if (!isVoted && !isWinner) return <StatusBadge status={submission.status} reviewed={reviewed} />
  return (
    <Badge tone="winner" on="image">
      {isVoted ? 'Your vote' : 'Winner'}
    </Badge>
  )
}
