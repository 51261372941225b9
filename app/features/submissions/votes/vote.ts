import { submitOrToast } from '#app/forms/submit.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { Route } from './+types/vote.ts'
import { handleSubmissionAction, redirectToSubmission } from './submission-action.server.ts'

/** Casts the viewer's vote (VOTE-4). */
export function action(args: Route.ActionArgs) {
  return handleSubmissionAction(args, { command: castVote, message: VOTING_MESSAGES.voted, counted: 'vote' })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, VOTING_MESSAGES.failed)
}

export function loader(args: Route.LoaderArgs) {
  return redirectToSubmission(args)
}
