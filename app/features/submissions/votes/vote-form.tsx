import { useFetcher } from 'react-router'
import { useSendOnce } from '#app/forms/life-cycle.ts'
import { submissionPath } from '#app/parts/paths.ts'
import type { VoteForm as FormName, VoteState } from '#domain/voting/rules.ts'
import { type Votable, voteKey } from './use-vote.ts'

interface Props {
  submission: Votable
  /** The server's state. */
  loaded: VoteState
  /** The page to return to. */
  from: string
  children: React.ReactNode
}

const FORMS: Partial<Record<VoteState, FormName>> = { voted: 'unvote', 'voted-elsewhere': 'move-vote' }

/** One form to vote, move the vote and unvote, so that its button keeps the focus. Sends each vote only once. */
export function VoteForm({ submission, loaded, from, children }: Props) {
  const { Form, state } = useFetcher({ key: voteKey(submission) })
  return (
    <Form
      method="post"
      action={`${submissionPath(submission)}/${FORMS[loaded] ?? 'vote'}`}
      preventScrollReset
      onSubmit={useSendOnce(state !== 'idle')}
    >
      <input type="hidden" name="from" value={from} />
      {children}
    </Form>
  )
}
