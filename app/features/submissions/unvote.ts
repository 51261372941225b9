import { withdrawVote } from '#domain/voting/commands.server.ts'
import { MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/unvote.ts'
import { ballotPage, handleBallot } from './vote-action.server.ts'
import { orToast } from './vote-response.ts'

/** Takes the viewer's vote back (VOTE-8). */
export function action(args: Route.ActionArgs) {
  return handleBallot(args, { verb: withdrawVote, done: MESSAGES.withdrawn })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orToast(serverAction)
}

export function loader(args: Route.LoaderArgs) {
  return ballotPage(args)
}
