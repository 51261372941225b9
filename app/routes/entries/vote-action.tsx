import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import type { VoteInFlight } from '#app/ui/voting/use-vote.ts'
import { MESSAGES, type VoteState } from '#domain/voting/rules.ts'
import { entryPath } from './entry-path.ts'

interface Props {
  entry: { id: string; challengeId: string }
  state: VoteState
  /** Votes are taken right now. */
  open: boolean
  ballot: VoteInFlight
  votedForId: string | null
  votedForIsVisible: boolean
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
}

/** What the viewer can do with their vote here, as the server said or as a vote on its way will make it. */
export function VoteAction({ entry, state, open, ballot, votedForId, votedForIsVisible, isFinal }: Props) {
  if (state === 'own') return <Standing>This is your submission</Standing>
  if (state === 'sign-in') {
    return (
      <ButtonLink to={`/login?${new URLSearchParams({ redirect: entryPath(entry) })}`} wide>
        {MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (state === 'voted-elsewhere') {
    const votedPath = entryPath({ ...entry, id: votedForId ?? entry.id })
    return (
      <>
        <p>{MESSAGES.alreadyElsewhere}</p>
        {votedForIsVisible ? (
          <ButtonLink to={votedPath} look="quiet" wide>
            View Your Vote
          </ButtonLink>
        ) : (
          <HiddenVote action={`${votedPath}/unvote`} from={entryPath(entry)} isFinal={isFinal} />
        )}
      </>
    )
  }
  if (state === 'voted' && !open) return <Standing>{MESSAGES.voted}</Standing>
  if (state === 'can-vote' || state === 'voted')
    return <VoteForm from={entryPath(entry)} ballot={ballot} isFinal={isFinal} />
  return null
}

/** Withdraws a vote whose submission the voter can no longer see. */
function HiddenVote({ action, from, isFinal }: { action: string; from: string; isFinal: boolean }) {
  return (
    <Form method="post" action={action} className="grid gap-3">
      <input type="hidden" name="from" value={from} />
      <p>The submission that you voted for is not public at the moment.</p>
      <Button wide look="quiet" unavailable={isFinal}>
        Unvote
      </Button>
    </Form>
  )
}

function VoteForm({ from, ballot, isFinal }: { from: string; ballot: VoteInFlight; isFinal: boolean }) {
  const { Form: VotingForm, formProps, pending, voted } = ballot
  return (
    <VotingForm {...formProps} className="grid gap-3">
      <input type="hidden" name="from" value={from} />
      {voted && <Standing>{MESSAGES.voted}</Standing>}
      <Button
        wide
        look={voted ? 'quiet' : 'go'}
        size={voted ? 'normal' : 'large'}
        pending={pending}
        unavailable={voted && isFinal}
      >
        {voted ? 'Unvote' : 'Vote for this submission'}
      </Button>
      {isFinal && (
        <p className="text-small text-muted">{voted ? MESSAGES.withdrawalLimit : MESSAGES.nextVoteIsFinal}</p>
      )}
    </VotingForm>
  )
}

function Standing({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 font-semibold">
      <Icon name="check" className="size-5 text-good-text" />
      {children}
    </p>
  )
}
