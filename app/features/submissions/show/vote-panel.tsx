import { useEffect, useRef } from 'react'
import { Form, useFetcher } from 'react-router'
import { useVote, type VoteInFlight } from '#app/features/submissions/votes/use-vote.ts'
import { submissionPath } from '#app/parts/submission-path.ts'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import { daysUntil, isFinished } from '#domain/challenges/rules.ts'
import { VOTING_MESSAGES, type VoteState } from '#domain/voting/rules.ts'
import type { LoadedSubmission } from './show.server.ts'

/** Votes, the vote button or its replacement, and the submission time (SUB-34). */
export function VotePanel({
  submission,
  challenge,
  vote,
  bar,
  votedForId,
  votedForIsVisible,
  isFinal,
  votingOpen,
  now,
}: LoadedSubmission) {
  const voteForm = useVote(submission, vote === 'voted')
  const actions = useFocusAfterMove(submission.id, vote)
  const total = (submission.challengeVotes ?? 0) + voteForm.change
  return (
    <Card as="section" eyebrow="Votes">
      {submission.votes === null ? (
        <p className="text-calm text-muted">Votes are shown when the challenge is completed.</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <NumberText
            key={voteForm.change}
            value={Math.max(0, submission.votes + voteForm.change)}
            className={`font-display text-hero leading-none ${voteForm.change > 0 ? 'animate-land' : ''}`}
          />
          {total > 0 && (
            <span className="text-muted">
              of <NumberText value={total} /> cast
            </span>
          )}
        </p>
      )}
      <div ref={actions} tabIndex={-1} className="mt-4 grid gap-3 text-calm">
        <VoteAction
          submission={submission}
          state={vote}
          bar={bar}
          open={votingOpen}
          voteForm={voteForm}
          votedForId={votedForId}
          votedForIsVisible={votedForIsVisible}
          isFinal={isFinal}
        />
        {submission.status !== 'rejected' && (
          <VotingDates challenge={challenge} open={votingOpen} vote={vote} now={now} />
        )}
        <p className="text-small text-muted">
          Submitted <Time value={submission.submittedAt} style="datetime" />
        </p>
      </div>
    </Card>
  )
}

/** Moves the focus from 'Move my vote here' to its replacement, if the button had it. */
function useFocusAfterMove(submissionId: string, vote: VoteState) {
  const actions = useRef<HTMLDivElement>(null)
  const last = useRef({ submissionId, vote })
  useEffect(() => {
    const before = last.current
    last.current = { submissionId, vote }
    const isMoved =
      before.submissionId === submissionId && before.vote === 'voted-elsewhere' && vote === 'voted'
    if (!isMoved || document.activeElement !== document.body) return
    const replacement = actions.current?.querySelector('button') ?? actions.current
    replacement?.focus({ preventScroll: true })
  }, [submissionId, vote])
  return actions
}

interface VoteActionProps {
  submission: { id: string; challengeId: string }
  state: VoteState
  bar: string | null
  open: boolean
  voteForm: VoteInFlight
  votedForId: string | null
  votedForIsVisible: boolean
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
}

/** The viewer's vote action, including a pending vote. */
function VoteAction({
  submission,
  state,
  bar,
  open,
  voteForm,
  votedForId,
  votedForIsVisible,
  isFinal,
}: VoteActionProps) {
  if (state === 'own') return <VoteStatus>This is your submission</VoteStatus>
  if (state === 'barred') return <p>{bar}</p>
  if (state === 'sign-in') {
    return (
      <ButtonLink to={`/login?${new URLSearchParams({ redirect: submissionPath(submission) })}`} wide>
        {VOTING_MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (state === 'voted-elsewhere') {
    const votedPath = submissionPath({ ...submission, id: votedForId ?? submission.id })
    return (
      <>
        <p>{VOTING_MESSAGES.alreadyElsewhere}</p>
        <MoveVote submission={submission} isFinal={isFinal} />
        {votedForIsVisible ? (
          <ButtonLink to={votedPath} variant="secondary" wide>
            View Your Vote
          </ButtonLink>
        ) : (
          <HiddenVote action={`${votedPath}/unvote`} from={submissionPath(submission)} isFinal={isFinal} />
        )}
      </>
    )
  }
  if (state === 'voted' && !open) return <VoteStatus>{VOTING_MESSAGES.voted}</VoteStatus>
  if (state === 'can-vote' || state === 'voted')
    return <VoteForm from={submissionPath(submission)} voteForm={voteForm} isFinal={isFinal} />
  return null
}

function MoveVote({ submission, isFinal }: Pick<VoteActionProps, 'submission' | 'isFinal'>) {
  const { Form: MoveForm, state } = useFetcher()
  const path = submissionPath(submission)
  return (
    <MoveForm method="post" action={`${path}/move-vote`} preventScrollReset className="grid gap-2">
      <input type="hidden" name="from" value={path} />
      <Button wide pending={state !== 'idle'} unavailable={isFinal}>
        Move my vote here
      </Button>
      {isFinal && <p className="text-small text-muted">{VOTING_MESSAGES.withdrawalLimit}</p>}
    </MoveForm>
  )
}

/** Withdraws a vote for a submission that the voter can no longer see. */
function HiddenVote({ action, from, isFinal }: { action: string; from: string; isFinal: boolean }) {
  return (
    <Form method="post" action={action} className="grid gap-3">
      <input type="hidden" name="from" value={from} />
      <p>The submission you voted for is currently not public.</p>
      <Button wide variant="secondary" unavailable={isFinal}>
        Unvote
      </Button>
    </Form>
  )
}

function VoteForm({ from, voteForm, isFinal }: { from: string; voteForm: VoteInFlight; isFinal: boolean }) {
  const { Form: VotingForm, formProps, pending, voted } = voteForm
  return (
    <VotingForm {...formProps} className="grid gap-3">
      <input type="hidden" name="from" value={from} />
      {voted && <VoteStatus>{VOTING_MESSAGES.voted}</VoteStatus>}
      <Button
        wide
        variant={voted ? 'secondary' : 'primary'}
        size={voted ? 'normal' : 'large'}
        pending={pending}
        unavailable={voted && isFinal}
      >
        {voted ? 'Unvote' : 'Vote for this submission'}
      </Button>
      {isFinal && (
        <p className="text-small text-muted">
          {voted ? VOTING_MESSAGES.withdrawalLimit : VOTING_MESSAGES.nextVoteIsFinal}
        </p>
      )}
    </VotingForm>
  )
}

function VoteStatus({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 font-semibold">
      <Icon name="check" className="size-5 text-good-text" />
      {children}
    </p>
  )
}

interface VotingDatesProps {
  challenge: LoadedSubmission['challenge']
  open: boolean
  vote: VoteState
  now: Date
}

/** The voting dates that matter in the current status. */
function VotingDates({ challenge, open, vote, now }: VotingDatesProps) {
  const { status, allowVoting, votingStartsAt, votingEndsAt, isHeld } = challenge
  if (open && votingEndsAt) {
    return (
      <p className="text-muted">
        {(vote === 'can-vote' || vote === 'sign-in') && `${VOTING_MESSAGES.alreadyElsewhere} `}
        Voting: <TimeLeft until={votingEndsAt} now={now} voting className="font-semibold text-ink" />
        {daysUntil(votingEndsAt, now) > 1 && (
          <>
            , until <Time value={votingEndsAt} style="weekday" />
          </>
        )}
        .
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
  if (status !== 'voting' && !isFinished(status)) return null
  return (
    <p className="text-muted">Voting is over.{status === 'voting' && isHeld && ` ${VOTING_MESSAGES.held}`}</p>
  )
}
