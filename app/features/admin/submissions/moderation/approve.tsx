import { adminOf } from '#app/middleware/viewer.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import type { Route } from './+types/approve.ts'
import { approveConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.approve,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.approveFailed,
})

export { clientAction, meta, shouldRevalidate }
export default Page

export function loader({ params, context }: Route.LoaderArgs) {
  return approveConfirmation(context, adminOf(context), params.id)
}

/** Approves a pending submission (SUB-29). */
export function action(args: Route.ActionArgs) {
  return moderateSubmission(args, {
    command: (db, scope, id, { version }) => approveSubmission(db, scope, id, version),
    done: MODERATION_MESSAGES.approved,
    failed: MODERATION_MESSAGES.approveFailed,
  })
}
