import { useFetcher } from 'react-router'
import type { VoteState } from '#domain/voting/rules.ts'

export interface Votable {
  id: string
  challengeId: string
}

/** The vote on a submission, shown before the response; `loaded` is its state on the server. `VoteForm` sends it. */
export function useVote(submission: Votable, loaded: VoteState) {
  const { formAction } = useFetcher({ key: voteKey(submission) })
  const pending = formAction !== undefined
  const isVoted = pending ? !formAction.endsWith('/unvote') : loaded === 'voted'
  /** Of the vote count: 1, 0 or -1. */
  const change = Number(isVoted) - Number(loaded === 'voted')
  const state: VoteState = change === 0 ? loaded : isVoted ? 'voted' : 'can-vote'
  return { pending, state, change }
}

export function voteKey({ id }: Votable): string {
  return `vote-${id}`
}
