import { useVote } from '#app/features/submissions/votes/use-vote.ts'
import { roomPath, submissionPath } from '#app/parts/paths.ts'
import { SubmissionCard } from '#app/parts/submission-card.tsx'
import { StatusBadge } from '#app/parts/submission-status.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForVotes } from '#domain/challenges/rules.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { type Ballot, VOTING_MESSAGES, type VoteState, voteState } from '#domain/voting/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

interface Props {
  submission: SubmissionSummary
  challenge: ChallengeDetail
  /** Server state. */
  ballot: Ballot
  /** Including a pending vote. */
  pendingBallot: Ballot
  viewerId: string | null
  reviewed: boolean
  eager: boolean
  from: string
  /** Of a secret ballot, which the voting room continues. */
  order: number | null
  now: Date
}

/** A submission in its challenge's gallery, with the vote button while voting is open. */
export function GalleryCard(props: Props) {
  const { submission, challenge, ballot, pendingBallot, viewerId, reviewed, eager, from, order, now } = props
  const viewing = { challenge, viewerId, reviewed, now }
  const loaded = voteState(submission, { ...viewing, ballot })
  const state = voteState(submission, { ...viewing, ballot: pendingBallot })
  const isVoted = state === 'voted'
  const change = Number(isVoted) - Number(loaded === 'voted')
  const cardVotes = submission.cardVotes === null ? null : submission.cardVotes + change
  return (
    <SubmissionCard
      submission={{ ...submission, cardVotes }}
      without="challenge"
      headingLevel="h2"
      eager={eager}
      badge={isVoted ? <YourVote /> : <CornerBadge {...{ submission, challenge, reviewed }} />}
      isMine={viewerId !== null && submission.author.id === viewerId}
      isChosen={isVoted}
      viewerPath={roomPath(challenge.id, submission.id, { shortlistOnly: false, order })}
    >
      {isOpenForVotes(challenge, now) && (
        <CardVote submission={submission} state={state} loaded={loaded} from={from} />
      )}
    </SubmissionCard>
  )
}

function YourVote() {
  return (
    <Badge tone="winner" on="image">
      Your vote
    </Badge>
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

interface CardVoteProps {
  submission: SubmissionSummary
  state: VoteState
  /** Server state. */
  loaded: VoteState
  from: string
}

/** The vote button, or why there is none (VOTE-11, VOTE-14), always of the same height. */
function CardVote(props: CardVoteProps) {
  const { submission, state } = props
  if (state === 'own')
    return <p className="flex min-h-11 items-center text-small text-muted">This is your submission</p>
  if (state === 'sign-in') {
    return (
      <ButtonLink
        to={`/login?redirect=${submissionPath(submission)}`}
        variant="secondary"
        size="small"
        wide
        className="min-h-11"
      >
        {VOTING_MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (state === 'none' || state === 'barred') return null
  return <VoteForm {...props} />
}

const VOTE_LABELS: Partial<Record<VoteState, React.ReactNode>> = {
  'can-vote': 'Vote',
  voted: 'Unvote',
  'voted-elsewhere': (
    <>
      Move<span className="@max-[7.5rem]:sr-only"> my vote here</span>
    </>
  ),
}

/**
 * One form to vote, move the vote and unvote, so that its button keeps the focus. Without scripts, `from` has a hash that
 * opens the page at this card again.
 */
function VoteForm({ submission, state, loaded, from }: CardVoteProps) {
  const { Form, formProps, pending } = useVote(submission, loaded)
  const hasVoted = state === 'voted'
  return (
    <Form {...formProps}>
      <input type="hidden" name="from" value={useHydrated() ? from.split('#')[0] : from} />
      <Button variant="secondary" size="small" wide className="min-h-11 px-2" pending={pending}>
        {!pending && <VoteMark isOn={hasVoted} />}
        <span>
          {VOTE_LABELS[state]}
          <span className="sr-only">: {isolated(submission.title)}</span>
        </span>
      </Button>
      {hasVoted && <p className="sr-only">{VOTING_MESSAGES.voted}</p>}
    </Form>
  )
}

function VoteMark({ isOn }: { isOn: boolean }) {
  if (!isOn)
    return (
      <span
        className="size-5 flex-none rounded-full border-2 border-edge @max-[7.5rem]:hidden"
        aria-hidden="true"
      />
    )
  return (
    <span
      className="grid size-5 flex-none place-items-center rounded-full bg-gold text-ground @max-[7.5rem]:hidden"
      aria-hidden="true"
    >
      <Icon name="check" className="size-3.5" />
    </span>
  )
}
