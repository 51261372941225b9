import { redirect } from 'react-router'
import { plainResponse } from '#app/forms/member-form.server.ts'
import { submitOrMessage, submitOrToast } from '#app/forms/submit.ts'
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
  if (!isBulkVerb(verb)) throw plainResponse(404, 'Not Found')
  return redirect(SUBMISSIONS_PATH)
}
