import { useFetcher, useFetchers } from 'react-router'
import { useSendOnce } from '#app/forms/life-cycle.ts'
import { type Ballot, ballotAfter, type VoteForm, type VoteState } from '#domain/voting/rules.ts'

export interface Votable {
  id: string
  challengeId: string
}

export interface VoteInFlight {
  Form: ReturnType<typeof useFetcher>['Form']
  /** Sends each vote only once. */
  formProps: {
    method: 'post'
    action: string
    preventScrollReset: true
    onSubmit: React.FormEventHandler<HTMLFormElement>
  }
  pending: boolean
  /** Optimistic: server state unless a request is pending. */
  voted: boolean
  /** Optimistic change of the vote count: 1, 0 or -1. */
  change: number
}

/**
 * The vote on a submission, shown before the response; `loaded` is its state on the server. Further clicks during a
 * request are ignored.
 */
export function useVote(submission: Votable, loaded: VoteState): VoteInFlight {
  const fetcher = useFetcher({ key: `vote-${submission.id}` })
  const onSubmit = useSendOnce(fetcher.state !== 'idle')

  const votedAsLoaded = loaded === 'voted'
  const pending = fetcher.formAction !== undefined
  const voted = pending ? !fetcher.formAction?.endsWith('/unvote') : votedAsLoaded
  return {
    Form: fetcher.Form,
    formProps: {
      method: 'post',
      action: `/challenges/${submission.challengeId}/submissions/${submission.id}/${forms[loaded] ?? 'vote'}`,
      preventScrollReset: true,
      onSubmit,
    },
    pending,
    voted,
    change: Number(voted) - Number(votedAsLoaded),
  }
}

const forms: Partial<Record<VoteState, VoteForm>> = { voted: 'unvote', 'voted-elsewhere': 'move-vote' }

/** The viewer's vote in a challenge, including the latest one that is being sent. */
export function usePendingBallot(challengeId: string, ballot: Ballot): Ballot {
  const sent = useFetchers().map(({ formAction }) => voteIn(formAction, challengeId))
  const latest = sent.findLast((vote) => vote !== null)
  return latest ? ballotAfter(ballot, latest.submissionId, latest.form) : ballot
}

function voteIn(formAction: string | undefined, challengeId: string) {
  const [, id, submissionId, form] =
    formAction?.match(/^\/challenges\/([^/]+)\/submissions\/([^/]+)\/(vote|move-vote|unvote)$/) ?? []
  return id === challengeId && submissionId ? { submissionId, form: form as VoteForm } : null
}
