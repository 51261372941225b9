import { useFetchers } from 'react-router'
import { type Ballot, stateOnBallot, type VoteState } from '#domain/voting/rules.ts'

/** The viewer's ballot once the latest vote that is being sent is taken; null while none is. */
export function useBallotInFlight(challengeId: string, ballot: Ballot): Ballot | null {
  const sent = useFetchers().flatMap(({ formAction }) => {
    const [, , id, , submissionId = null, form] = formAction?.split('/') ?? []
    return id === challengeId && form?.endsWith('vote') ? [form === 'unvote' ? null : submissionId] : []
  })
  const votedFor = sent.at(-1)
  // Whether a bar came meanwhile, the answer says.
  return votedFor === undefined ? null : { ...ballot, votedFor, bar: null }
}

/** The state of the vote on one submission while one may be sent; `loaded` is the server's. */
export function stateInFlight(id: string, loaded: VoteState, inFlight: Ballot | null): VoteState {
  const mayChange = loaded === 'can-vote' || loaded === 'voted' || loaded === 'voted-elsewhere'
  return inFlight && mayChange ? stateOnBallot(id, inFlight) : loaded
}
