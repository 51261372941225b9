import { castVote } from '#domain/voting/commands.server.ts'
import { MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/vote.ts'
import { ballotPage, handleBallot } from './vote-action.server.ts'
import { orToast } from './vote-response.ts'

/** Casts the viewer's vote (VOTE-4). */
export function action(args: Route.ActionArgs) {
  return handleBallot(args, { verb: castVote, done: MESSAGES.voted })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orToast(serverAction)
}

export function loader(args: Route.LoaderArgs) {
  return ballotPage(args)
}
