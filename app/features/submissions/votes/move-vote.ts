import { submitOrToast } from '#app/forms/submit.ts'
import { moveVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/move-vote.ts'
import { handleSubmissionAction, redirectToSubmission } from './submission-action.server.ts'

/** Moves the viewer's vote to this submission (VOTE-8). */
export function action(args: Route.ActionArgs) {
  return handleSubmissionAction(args, { command: moveVote, message: VOTING_MESSAGES.moved, counted: 'vote' })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, VOTING_MESSAGES.failed)
}

export function loader(args: Route.LoaderArgs) {
  return redirectToSubmission(args)
}
