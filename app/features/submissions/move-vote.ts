import { submitOrToast } from '#app/forms/submit.ts'
import { moveVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/move-vote.ts'
import { handleVote, redirectToSubmission } from './vote-action.server.ts'

/** Moves the viewer's vote to this submission (VOTE-8). */
export function action(args: Route.ActionArgs) {
  return handleVote(args, { command: moveVote, message: VOTING_MESSAGES.moved })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrToast(serverAction, VOTING_MESSAGES.failed)
}

export function loader(args: Route.LoaderArgs) {
  return redirectToSubmission(args)
}
