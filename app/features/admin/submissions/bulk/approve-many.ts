import { redirect } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import type { Route } from './+types/approve-many.ts'
import { BULK_APPROVE, judgeChosen } from './bulk-actions.server.ts'

/** Approves the chosen submissions (SUB-71). */
export function action(args: Route.ActionArgs) {
  return judgeChosen(args, BULK_APPROVE)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, 'Failed to approve submissions')
}

export function loader() {
  return redirect(SUBMISSIONS_PATH)
}
