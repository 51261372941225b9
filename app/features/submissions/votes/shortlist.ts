import { submitOrToast } from '#app/forms/submit.ts'
import { addToShortlist } from '#domain/submissions/shortlist.server.ts'
import type { Route } from './+types/shortlist.ts'
import { handleSubmissionAction, redirectToSubmission } from './submission-action.server.ts'

/** Puts the submission on the viewer’s shortlist (VOTE-28). */
export function action(args: Route.ActionArgs) {
  return handleSubmissionAction(args, { command: addToShortlist, message: null, counted: 'shortlist' })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to change your shortlist. Please try again.')
}

export function loader(args: Route.LoaderArgs) {
  return redirectToSubmission(args)
}
