import { useState } from 'react'
import { useVote } from '#app/features/submissions/votes/use-vote.ts'
import { StatusBadge } from '#app/parts/status-badge.tsx'
import { SubmissionCard } from '#app/parts/submission-card.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { isEligible, VOTING_MESSAGES, type VoteState, voteState } from '#domain/voting/rules.ts'

interface Props {
  submission: SubmissionSummary
  challenge: ChallengeDetail
  /** Server state. */
  votedForId: string | null
  isFinal: boolean
  bar: string | null
  /** Including a pending vote. */
  pendingVotedForId: string | null
  viewerId: string | null
  reviewed: boolean
  eager: boolean
  from: string
  now: Date
}

/** A submission in its challenge's gallery, with the vote button while voting is open. */
export function GalleryCard(props: Props) {
  const {
    submission,
    challenge,
    votedForId,
    isFinal,
    bar,
    pendingVotedForId,
    viewerId,
    reviewed,
    eager,
    from,
    now,
  } = props
  const eligible = isEligible(submission.status, reviewed)
  const ballot = { challenge, authorId: submission.author.id, votedForId: pendingVotedForId, eligible, bar }
  const state = voteState(submission.id, ballot, viewerId, now)
  const change = Number(pendingVotedForId === submission.id) - Number(votedForId === submission.id)
  const votes = submission.votes === null ? null : submission.votes + change
  return (
    <SubmissionCard
      submission={{ ...submission, votes }}
      without="challenge"
      headingLevel="h2"
      sizes={SIZES}
      eager={eager}
      badge={<CornerBadge submission={submission} challenge={challenge} reviewed={reviewed} />}
      isMine={viewerId !== null && submission.author.id === viewerId}
    >
      {isOpenForVotes(challenge, now) && (
        <CardVote
          submission={submission}
          state={state}
          voted={votedForId === submission.id}
          isFinal={isFinal}
          from={from}
        />
      )}
    </SubmissionCard>
  )
}

function CornerBadge({
  submission,
  challenge,
  reviewed,
}: Pick<Props, 'submission' | 'challenge' | 'reviewed'>) {
  if (challenge.winner?.submissionId === submission.id) {
    return (
      <Badge tone="winner" on="image">
        Winner
      </Badge>
    )
  }
  return <StatusBadge status={submission.status} reviewed={reviewed} />
}

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

interface CardVoteProps {
  submission: SubmissionSummary
  state: VoteState
  /** Server state. */
  voted: boolean
  isFinal: boolean
  from: string
}

/** The vote button, or why there is none (VOTE-11, VOTE-14). After a vote for another card its place stays empty. */
function CardVote(props: CardVoteProps) {
  const { submission, state } = props
  const [hadButton, setHadButton] = useState(false)
  const hasButton = state === 'can-vote' || state === 'voted'
  if (hasButton && !hadButton) setHadButton(true)
  if (state === 'own') return <p className="text-small text-muted">This is your submission</p>
  if (state === 'sign-in') {
    const redirect = `/challenges/${submission.challengeId}/submissions/${submission.id}`
    return (
      <ButtonLink to={`/login?redirect=${redirect}`} variant="secondary" size="small" wide>
        {VOTING_MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (!hasButton && !hadButton) return null
  return (
    <div inert={!hasButton} className={hasButton ? undefined : 'invisible'}>
      <VoteForm {...props} />
    </div>
  )
}

/**
 * One form to vote and unvote, so that its button keeps the focus. Without scripts, `from` has a hash that opens the
 * page at this card again.
 */
function VoteForm({ submission, state, voted, isFinal, from }: CardVoteProps) {
  const { Form, formProps, pending } = useVote(submission, voted)
  const hasVoted = state === 'voted'
  return (
    <Form {...formProps} className="grid gap-2">
      <input type="hidden" name="from" value={useHydrated() ? from.split('#')[0] : from} />
      <Button
        variant={hasVoted ? 'secondary' : 'primary'}
        size="small"
        wide
        pending={pending}
        unavailable={hasVoted && isFinal}
      >
        {hasVoted ? 'Unvote' : 'Vote'}
        <span className="sr-only">: {submission.title}</span>
      </Button>
      <p hidden={!hasVoted} className="flex items-center gap-2 text-small font-semibold text-good-text">
        <Icon name="check" className="size-4" />
        {VOTING_MESSAGES.voted}
      </p>
      {hasVoted && isFinal && <p className="text-small text-muted">{VOTING_MESSAGES.withdrawalLimit}</p>}
    </Form>
  )
}
