import { redirect } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import type { Route } from './+types/reject-many.ts'
import { BULK_REJECT, judgeChosen } from './bulk-actions.server.ts'

/** Rejects the chosen submissions (SUB-71). */
export function action(args: Route.ActionArgs) {
  return judgeChosen(args, BULK_REJECT)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to reject submissions')
}

export function loader() {
  return redirect(SUBMISSIONS_PATH)
}
