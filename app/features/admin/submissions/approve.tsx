import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/approve.ts'
import { approveConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return approveConfirmation(context, admin, params.id)
}

/** Approves a pending submission (SUB-29). */
export function action(args: Route.ActionArgs) {
  return moderateSubmission(args, {
    command: (db, scope, id, { version }) => approveSubmission(db, scope, id, version),
    done: MODERATION_MESSAGES.approved,
    failed: MODERATION_MESSAGES.approveFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MODERATION_MESSAGES.approveFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.approve, hidden: true })
}

export default function ApproveSubmission({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.approve} confirmation={loaderData} list={SUBMISSIONS} />
}
