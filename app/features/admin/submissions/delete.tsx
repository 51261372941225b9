import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { SUBMISSIONS } from '../paths.ts'
import type { Route } from './+types/delete.ts'
import { deleteConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'
import { TITLES } from './statuses.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return deleteConfirmation(context, admin, params.id)
}

/** Deletes a submission (SUB-31). */
export function action(args: Route.ActionArgs) {
  const { files } = args.context.get(servicesContext)
  return moderateSubmission(args, {
    command: (db, scope, id, { version }) => deleteSubmission({ db, files }, scope, id, version),
    done: MODERATION_MESSAGES.deleted,
    failed: MODERATION_MESSAGES.deleteFailed,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MODERATION_MESSAGES.deleteFailed)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLES.remove, hidden: true })
}

export default function DeleteSubmission({ loaderData }: Route.ComponentProps) {
  return <ConfirmPage title={TITLES.remove} confirmation={loaderData} list={SUBMISSIONS} />
}
