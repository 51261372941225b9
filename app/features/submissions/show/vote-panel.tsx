import { Suspense } from 'react'
import { ActionBar } from '#app/parts/action-bar.tsx'
import { barText } from '#app/parts/challenges/bar-text.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import { isFinished } from '#domain/challenges/rules.ts'
import { type Ballot, VOTING_MESSAGES, type VoteState } from '#domain/voting/rules.ts'
import { loginPath } from '#platform/http/return-to.ts'
import { useVote, type Votable } from '../votes/use-vote.ts'
import { VoteLabel } from '../votes/vote-label.tsx'
import type { LoadedSubmission } from './show.server.ts'

const VoteForm = lazyPart(() => import('../votes/vote-form.tsx'), 'VoteForm')

/** Votes, the vote button or its replacement, and the submission time (SUB-34). */
export function VotePanel(page: LoadedSubmission) {
  const { submission, challenge, vote, votingOpen } = page
  const { state, change } = useVote(submission, vote)
  const { votes } = submission
  const count = votes === null ? null : Math.max(0, votes + change)
  // A moved vote was counted before.
  const total = (submission.challengeVotes ?? 0) + (vote === 'voted-elsewhere' ? 0 : change)
  return (
    <section aria-labelledby="votes">
      <h2 id="votes" className="eyebrow font-sans!">
        Votes
      </h2>
      {count === null ? (
        <p className="mt-1 text-calm text-muted">Votes are shown when the challenge is completed.</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <NumberText
            key={change}
            value={count}
            className={`font-display text-title leading-none ${change > 0 ? 'animate-land' : ''}`}
          />
          {total > 0 && (
            <span className="text-muted">
              of <NumberText value={total} /> votes
            </span>
          )}
        </p>
      )}
      <div className="mt-4 grid gap-3 text-calm">
        {votingOpen && <VoteBar {...page} state={state} />}
        <VoteText {...page} state={state} />
        {submission.status !== 'rejected' && (
          <VotingDates challenge={challenge} open={votingOpen} vote={state} />
        )}
        <p className="text-small text-muted">
          Submitted <Time value={submission.submittedAt} format="datetime" />
        </p>
      </div>
    </section>
  )
}

interface VoteBarProps extends Pick<LoadedSubmission, 'submission' | 'challenge' | 'vote' | 'now'> {
  /** Including a pending vote. */
  state: VoteState
}

/** The one button of the page and the time left to vote. */
function VoteBar({ submission, challenge, vote, now, state }: VoteBarProps) {
  const until = challenge.votingEndsAt
  if (state === 'none' || state === 'own' || state === 'barred') return null
  const from = submissionPath(submission)
  return (
    <ActionBar label="Vote" time={until && <TimeLeft until={until} now={now} voting />}>
      {state === 'sign-in' && (
        <ButtonLink to={loginPath(from)} size="large" wide>
          {VOTING_MESSAGES.signIn}
        </ButtonLink>
      )}
      {state !== 'sign-in' && <VoteButton submission={submission} loaded={vote} from={from} />}
    </ActionBar>
  )
}

interface VoteTextProps {
  submission: Votable
  state: VoteState
  ballot: Ballot
}

/** What the viewer's vote is, or why there is none (VOTE-11, VOTE-14). */
function VoteText({ submission, state, ballot }: VoteTextProps) {
  if (state === 'own') return <VoteStatus>This is your submission</VoteStatus>
  if (state === 'barred' && ballot.bar) return <p>{barText(ballot.bar)}</p>
  if (state === 'voted-elsewhere') {
    const votedFor = { ...submission, id: ballot.votedFor ?? submission.id }
    return (
      <>
        <p>{VOTING_MESSAGES.alreadyElsewhere}</p>
        {ballot.isVisible ? (
          <ButtonLink to={submissionPath(votedFor)} variant="secondary" wide>
            View Your Vote
          </ButtonLink>
        ) : (
          <>
            <p>The submission you voted for is currently not public.</p>
            <VoteButton submission={votedFor} loaded="voted" from={submissionPath(submission)} />
          </>
        )}
      </>
    )
  }
  return state === 'voted' ? <VoteStatus>{VOTING_MESSAGES.voted}</VoteStatus> : null
}

function VoteButton({ submission, loaded, from }: { submission: Votable; loaded: VoteState; from: string }) {
  const { state, pending } = useVote(submission, loaded)
  return (
    <Suspense fallback={<div className="min-h-13" />}>
      <VoteForm submission={submission} loaded={loaded} from={from}>
        <Button wide size="large" variant={state === 'voted' ? 'secondary' : 'primary'} pending={pending}>
          <VoteLabel state={state} />
        </Button>
      </VoteForm>
    </Suspense>
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
}

/** The voting dates that matter in the current status. */
function VotingDates({ challenge, open, vote }: VotingDatesProps) {
  const { status, allowVoting, votingStartsAt, votingEndsAt, isHeld } = challenge
  if (open && votingEndsAt) {
    return (
      <p className="text-muted">
        {vote === 'can-vote' || vote === 'sign-in' ? (
          VOTING_MESSAGES.alreadyElsewhere
        ) : (
          <>
            Voting ends <Time value={votingEndsAt} format="weekday" />.
          </>
        )}
      </p>
    )
  }
  if (status === 'active' && allowVoting && votingStartsAt) {
    return (
      <p className="text-muted">
        Voting opens <Time value={votingStartsAt} format="weekday" />.
      </p>
    )
  }
  if (status !== 'voting' && !isFinished(status)) return null
  return (
    <p className="text-muted">Voting is over.{status === 'voting' && isHeld && ` ${VOTING_MESSAGES.held}`}</p>
  )
}
