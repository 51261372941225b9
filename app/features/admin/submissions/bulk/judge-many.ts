import { redirect } from 'react-router'
import { submitOrMessage, submitOrToast } from '#app/forms/submit.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import type { Route } from './+types/judge-many.ts'
import { isBulkVerb, judgeMany } from './bulk-actions.server.ts'

/** Approves or rejects the chosen submissions, or undoes that (SUB-71). */
export function action(args: Route.ActionArgs) {
  return judgeMany(args)
}

export function clientAction({ params: { verb }, ...args }: Route.ClientActionArgs) {
  // The undo is a button of the toast.
  if (verb === 'undo') return submitOrToast(args, 'Failed to undo')
  return submitOrMessage(args.serverAction, `Failed to ${verb} submissions`)
}

export function loader({ params: { verb } }: Route.LoaderArgs) {
  if (!isBulkVerb(verb)) throw textResponse(404, 'Not Found')
  return redirect(SUBMISSIONS_PATH)
}
