import { barText } from '#app/parts/challenges/bar-text.tsx'
import { roomPath, submissionPath } from '#app/parts/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { loginPath } from '#platform/http/return-to.ts'
import { useVote } from '../votes/use-vote.ts'
import { VoteForm } from '../votes/vote-form.tsx'
import { VoteLabel } from '../votes/vote-label.tsx'
import type { LoadedRoom } from './room.server.ts'

interface Props extends Pick<LoadedRoom, 'submission' | 'challenge' | 'vote' | 'ballot' | 'isOpen' | 'walk'> {
  here: string
  /** There is another vote button on the page. */
  isQuiet?: boolean
}

/** The viewer's vote, in one row of the same height in each state. Without a vote, the way to the submission's page. */
export function RoomVote(props: Props) {
  const { submission, vote, ballot, isOpen, here } = props
  if (vote === 'own') return <Note>This is your submission</Note>
  if (vote === 'barred' && ballot.bar) return <Note>{barText(ballot.bar)}</Note>
  if (vote === 'voted' && !isOpen) return <Note>{VOTING_MESSAGES.voted}</Note>
  if (vote === 'none') {
    return (
      <ButtonLink to={submissionPath(submission)} variant="secondary" size="large" wide>
        View Submission
      </ButtonLink>
    )
  }
  if (vote === 'sign-in') {
    return (
      <ButtonLink to={loginPath(here)} size="large" wide>
        {VOTING_MESSAGES.signIn}
      </ButtonLink>
    )
  }
  return <VoteRow {...props} />
}

function VoteRow({ submission, challenge, vote, ballot, walk, here, isQuiet }: Props) {
  const { state, pending } = useVote(submission, vote)
  const voted = state === 'voted'
  const isElsewhere = state === 'voted-elsewhere'
  return (
    <VoteForm submission={submission} loaded={vote} from={here}>
      <div className="flex items-stretch gap-2.5">
        {voted && (
          <p className="flex flex-1 items-center gap-2 text-compact leading-tight font-semibold text-gold-text">
            <Icon name="check" className="size-5" />
            {VOTING_MESSAGES.voted}
          </p>
        )}
        {isElsewhere && !isQuiet && ballot.isVisible && (
          <ButtonLink
            to={roomPath(challenge.id, ballot.votedFor, { order: walk.order })}
            replace
            variant="secondary"
            size="large"
            className="flex-1 px-2!"
          >
            View Your Vote
          </ButtonLink>
        )}
        <Button
          variant={voted || isElsewhere || isQuiet ? 'secondary' : 'primary'}
          size="large"
          pending={pending}
          className={`flex-1 ${isElsewhere ? 'px-2!' : ''}`}
        >
          <VoteLabel state={state} restClass={isQuiet && !isElsewhere ? 'max-md:sr-only' : undefined} />
        </Button>
      </div>
    </VoteForm>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex min-h-13 items-center justify-center rounded-control bg-ink/6 px-3 py-2 text-center text-calm font-semibold text-balance">
      {children}
    </p>
  )
}
