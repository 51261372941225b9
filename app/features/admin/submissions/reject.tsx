import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/reject.ts'
import { rejectConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return rejectConfirmation(context, admin, params.id)
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

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MODERATION_MESSAGES.rejectFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.reject, hidden: true })
}

export default function RejectSubmission({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.reject} confirmation={loaderData} list={SUBMISSIONS} />
}
