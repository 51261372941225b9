import { withdrawVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/unvote.ts'
import { handleVote, voteResultPage } from './vote-action.server.ts'
import { submitOrToast } from './vote-response.ts'

/** Takes the viewer's vote back (VOTE-8). */
export function action(args: Route.ActionArgs) {
  return handleVote(args, { verb: withdrawVote, done: VOTING_MESSAGES.withdrawn })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrToast(serverAction)
}

export function loader(args: Route.LoaderArgs) {
  return voteResultPage(args)
}
