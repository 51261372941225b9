import { servicesContext } from '#app/context.ts'
import { orMessage } from '#app/forms/submit-or-message.ts'
import { requireAdmin } from '#app/middleware/viewer.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { MESSAGES } from '#domain/moderation/rules.ts'
import { ConfirmPage } from '../components/confirm-page.tsx'
import { staysAsAsked } from '../components/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/delete.ts'
import { deleteQuestion } from './confirmations.server.ts'
import { judge } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  requireAdmin(request, context)
  return deleteQuestion(context, params.id)
}

/** Deletes any entry (SUB-31). */
export function action(args: Route.ActionArgs) {
  const { files } = args.context.get(servicesContext)
  return judge(args, {
    verb: (db, scope, id) => deleteSubmission({ db, files }, scope, id),
    done: MESSAGES.deleted,
    failed: MESSAGES.deleteFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, MESSAGES.deleteFailed)
}

export const shouldRevalidate = staysAsAsked

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.remove, hidden: true })
}

export default function DeleteSubmission({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.remove} confirmation={loaderData} list={SUBMISSIONS} />
}
