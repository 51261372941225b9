import { submitOrToast } from '#app/forms/submit.ts'
import { withdrawVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/unvote.ts'
import { handleSubmissionAction, redirectToSubmission } from './submission-action.server.ts'

/** Withdraws the viewer's vote (VOTE-8). */
export function action(args: Route.ActionArgs) {
  return handleSubmissionAction(args, {
    command: withdrawVote,
    message: VOTING_MESSAGES.withdrawn,
    counted: 'vote',
  })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, VOTING_MESSAGES.withdrawalFailed)
}

export function loader(args: Route.LoaderArgs) {
  return redirectToSubmission(args)
}
