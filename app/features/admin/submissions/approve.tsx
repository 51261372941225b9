import { orMessage } from '#app/forms/submit-or-message.ts'
import { requireAdmin } from '#app/middleware/viewer.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { MESSAGES } from '#domain/moderation/rules.ts'
import { ConfirmPage } from '../components/confirm-page.tsx'
import { staysAsAsked } from '../components/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/approve.ts'
import { approveQuestion } from './confirmations.server.ts'
import { judge } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return approveQuestion(context, params.id)
}

/** Approves a pending entry (SUB-29). */
export function action(args: Route.ActionArgs) {
  return judge(args, { verb: approveSubmission, done: MESSAGES.approved, failed: MESSAGES.approveFailed })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, MESSAGES.approveFailed)
}

export const shouldRevalidate = staysAsAsked

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.approve, hidden: true })
}

export default function ApproveSubmission({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.approve} confirmation={loaderData} list={SUBMISSIONS} />
}
