import { useFetchers } from 'react-router'

/** The entry that has the viewer's vote, counting a vote that is on its way as arrived. */
export function useVotedFor(challengeId: string, loaded: string | null): string | null {
  const inFlight = useFetchers().map(({ formAction }) => voteIn(formAction, challengeId))
  const latest = inFlight.findLast((vote) => vote !== null)
  if (!latest) return loaded
  return latest.withdrawn ? null : latest.entryId
}

function voteIn(formAction: string | undefined, challengeId: string) {
  const address = formAction?.match(/^\/challenges\/([^/]+)\/submissions\/([^/]+)\/(un)?vote$/)
  if (!address || address[1] !== challengeId) return null
  return { entryId: address[2] ?? null, withdrawn: address[3] === 'un' }
}
