import { submissionPath } from '#app/parts/paths.ts'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { VOTING_MESSAGES, type VoteState } from '#domain/voting/rules.ts'
import { loginPath } from '#platform/http/return-to.ts'
import { isolated } from '#platform/text/isolated.ts'
import { useVote } from '../votes/use-vote.ts'
import { VoteForm } from '../votes/vote-form.tsx'
import { VoteLabel } from '../votes/vote-label.tsx'

interface Props {
  submission: SubmissionSummary
  loaded: VoteState
  /** Including a pending vote for another submission. */
  state: VoteState
  from: string
}

/** The vote button, or why there is none (VOTE-11, VOTE-14), always of the same height. */
export function CardVote(props: Props) {
  const { submission, state } = props
  if (state === 'own')
    return <p className="flex min-h-11 items-center text-small text-muted">This is your submission</p>
  if (state === 'sign-in') {
    return (
      <ButtonLink
        to={loginPath(submissionPath(submission))}
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
  return <VoteButton {...props} />
}

/**
 * Without scripts, `from` has a hash that opens the page at this card again. A vote that was cast elsewhere meanwhile is
 * moved, as the button says.
 */
function VoteButton({ submission, loaded, state, from }: Props) {
  const { pending } = useVote(submission, loaded)
  const hasVoted = state === 'voted'
  return (
    <VoteForm
      submission={submission}
      loaded={state === 'voted-elsewhere' ? state : loaded}
      from={useHydrated() ? (from.split('#')[0] ?? '') : from}
    >
      <Button
        variant="secondary"
        size="small"
        wide
        className="min-h-11 gap-1.5 px-1.5! @max-[11rem]:text-small"
        pending={pending}
      >
        {!pending && <VoteMark isOn={hasVoted} />}
        <span>
          <VoteLabel state={state} restClass={state === 'can-vote' ? null : '@max-[7.5rem]:sr-only'} />
          <span className="sr-only">: {isolated(submission.title)}</span>
        </span>
      </Button>
      {hasVoted && <p className="sr-only">{VOTING_MESSAGES.voted}</p>}
    </VoteForm>
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
