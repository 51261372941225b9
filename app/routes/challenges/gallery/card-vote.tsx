import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import { useVote } from '#app/ui/voting/use-vote.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { MESSAGES, type VoteState } from '#domain/voting/rules.ts'

interface Props {
  entry: SubmissionSummary
  state: VoteState
  /** By the server's word. */
  voted: boolean
  /** A vote can no longer be withdrawn. */
  isFinal: boolean
  from: string
}

/** The vote button, or why there is none (VOTE-11, VOTE-14). */
export function CardVote(props: Props) {
  const { entry, state } = props
  if (state === 'own') return <p className="text-small text-muted">This is your submission</p>
  if (state === 'sign-in') {
    const redirect = `/challenges/${entry.challengeId}/submissions/${entry.id}`
    return (
      <ButtonLink to={`/login?redirect=${redirect}`} look="quiet" size="small" wide>
        {MESSAGES.signIn}
      </ButtonLink>
    )
  }
  if (state === 'can-vote' || state === 'voted') {
    return <VoteForm {...props} />
  }
  return null
}

/**
 * One form for both ways, so that the focus stays on its button when the vote has landed. Where the page loads anew
 * it comes back to this card; where it does not, it stays as it is.
 */
function VoteForm({ entry, state, voted, isFinal, from }: Props) {
  const { Form, formProps, pending } = useVote(entry, voted)
  const cast = state === 'voted'
  return (
    <Form {...formProps} className="grid gap-2">
      <input type="hidden" name="from" value={useHydrated() ? from.split('#')[0] : from} />
      <p hidden={!cast} className="flex items-center gap-2 text-small font-semibold text-good-text">
        <Icon name="check" className="size-4" />
        {MESSAGES.voted}
      </p>
      <Button look={cast ? 'quiet' : 'go'} size="small" wide pending={pending} unavailable={cast && isFinal}>
        {cast ? 'Unvote' : 'Vote'}
        <span className="sr-only">: {entry.title}</span>
      </Button>
      {cast && isFinal && <p className="text-small text-muted">{MESSAGES.withdrawalLimit}</p>}
    </Form>
  )
}
