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
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
}

/** What the viewer can do with their vote here, as the server said or as a vote on its way will make it. */
export function VoteAction({ entry, state, open, ballot, votedForId, isFinal }: Props) {
  if (state === 'own') return <Standing>This is your submission</Standing>
  if (state === 'sign-in') {
    return (
      <ButtonLink to={`/login?${new URLSearchParams({ redirect: entryPath(entry) })}`} wide>
        {MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (state === 'voted-elsewhere') {
    return (
      <>
        <p>{MESSAGES.alreadyElsewhere}</p>
        <ButtonLink to={entryPath({ ...entry, id: votedForId ?? entry.id })} look="quiet" wide>
          View Your Vote
        </ButtonLink>
      </>
    )
  }
  if (state === 'voted' && !open) return <Standing>{MESSAGES.voted}</Standing>
  if (state === 'can-vote' || state === 'voted')
    return <VoteForm from={entryPath(entry)} ballot={ballot} isFinal={isFinal} />
  return null
}

function VoteForm({ from, ballot, isFinal }: { from: string; ballot: VoteInFlight; isFinal: boolean }) {
  const { Form, formProps, pending, voted } = ballot
  return (
    <Form {...formProps} className="grid gap-3">
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
    </Form>
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
