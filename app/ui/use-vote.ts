import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

interface Votable {
  id: string
  challengeId: string
}

export interface VoteInFlight {
  Form: ReturnType<typeof useFetcher>['Form']
  /** For the Form: its address and its way of sending each vote only once. */
  formProps: {
    method: 'post'
    action: string
    preventScrollReset: true
    onSubmit: (event: React.SyntheticEvent) => void
  }
  pending: boolean
  /** What the vote will have been once it has arrived: the server's word until something is on its way. */
  voted: boolean
  /** What to add to the count that the server last said: 1, 0 or -1. */
  change: number
}

/** One entry's vote as a form that sends and shows its result at once; clicks while one is on its way count once. */
export function useVote(submission: Votable, votedAsLoaded: boolean): VoteInFlight {
  const fetcher = useFetcher({ key: `vote-${submission.id}` })
  const sent = useRef(false)
  useEffect(() => {
    sent.current = fetcher.state !== 'idle'
  }, [fetcher.state])

  const pending = fetcher.formAction !== undefined
  const voted = pending ? !fetcher.formAction?.endsWith('/unvote') : votedAsLoaded
  return {
    Form: fetcher.Form,
    formProps: {
      method: 'post',
      action: `/challenges/${submission.challengeId}/submissions/${submission.id}/${votedAsLoaded ? 'unvote' : 'vote'}`,
      preventScrollReset: true,
      onSubmit(event) {
        if (sent.current) event.preventDefault()
        else sent.current = true
      },
    },
    pending,
    voted,
    change: Number(voted) - Number(votedAsLoaded),
  }
}
