import { redirect } from 'react-router'
import { submitOrToast } from '#app/forms/submit.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import type { Route } from './+types/undo-many.ts'
import { undoJudged } from './bulk-actions.server.ts'

/** Undoes the approval or rejection of several submissions (SUB-71). */
export function action(args: Route.ActionArgs) {
  return undoJudged(args)
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to undo')
}

export function loader() {
  return redirect(SUBMISSIONS_PATH)
}
