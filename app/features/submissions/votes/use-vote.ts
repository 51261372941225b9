import { useFetcher } from 'react-router'
import { useSendOnce } from '#app/forms/life-cycle.ts'

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
 * The vote on a submission, shown before the response; `moves` one that was given to another. Further clicks during a
 * request are ignored.
 */
export function useVote(submission: Votable, votedAsLoaded: boolean, moves = false): VoteInFlight {
  const fetcher = useFetcher({ key: `vote-${submission.id}` })
  const onSubmit = useSendOnce(fetcher.state !== 'idle')

  const pending = fetcher.formAction !== undefined
  const voted = pending ? !fetcher.formAction?.endsWith('/unvote') : votedAsLoaded
  return {
    Form: fetcher.Form,
    formProps: {
      method: 'post',
      action: `/challenges/${submission.challengeId}/submissions/${submission.id}/${votedAsLoaded ? 'unvote' : moves ? 'move-vote' : 'vote'}`,
      preventScrollReset: true,
      onSubmit,
    },
    pending,
    voted,
    change: Number(voted) - Number(votedAsLoaded),
  }
}
