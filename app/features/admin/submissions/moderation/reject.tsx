import { adminOf } from '#app/middleware/viewer.server.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import type { Route } from './+types/reject.ts'
import { rejectConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.reject,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.rejectFailed,
})

export { clientAction, meta, shouldRevalidate }
export default Page

export function loader({ params, context }: Route.LoaderArgs) {
  return rejectConfirmation(context, adminOf(context), params.id)
}

/** Rejects a pending or approved submission, with a reason (SUB-30, SUB-70). */
export function action(args: Route.ActionArgs) {
  return moderateSubmission(args, {
    command: (db, scope, id, { reason, ...input }) => rejectSubmission(db, scope, id, reason, input),
    fields: ['reason', 'seen'],
    done: MODERATION_MESSAGES.rejected,
    failed: MODERATION_MESSAGES.rejectFailed,
  })
}
