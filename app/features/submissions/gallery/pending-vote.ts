import { useFetchers } from 'react-router'
import type { Ballot, VoteForm, VoteState } from '#domain/voting/rules.ts'

/** The submission that the viewer voted for, including the latest vote that is being sent. */
export function usePendingVote(challengeId: string, { votedFor }: Ballot): string | null {
  const sent = useFetchers().map(({ formAction }) => voteIn(formAction, challengeId))
  const latest = sent.findLast((vote) => vote !== null)
  if (!latest) return votedFor
  return latest.form === 'unvote' ? null : latest.submissionId
}

function voteIn(formAction: string | undefined, challengeId: string) {
  const [, id, submissionId, form] =
    formAction?.match(/^\/challenges\/([^/]+)\/submissions\/([^/]+)\/(vote|move-vote|unvote)$/) ?? []
  return id === challengeId && submissionId ? { submissionId, form: form as VoteForm } : null
}

/** The state of the vote on one submission while another one may be sent; `loaded` is the server's. */
export function stateInFlight(
  id: string,
  loaded: VoteState,
  { votedFor }: Ballot,
  pendingVote: string | null,
): VoteState {
  const mayChange = loaded === 'can-vote' || loaded === 'voted' || loaded === 'voted-elsewhere'
  if (!mayChange || votedFor === pendingVote) return loaded
  if (pendingVote === id) return 'voted'
  return pendingVote ? 'voted-elsewhere' : 'can-vote'
}
