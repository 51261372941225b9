import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import type { Route } from './+types/delete.ts'
import { deleteConfirmation } from './confirmations.server.ts'
import { moderateSubmission } from './moderate-submission.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.remove,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.deleteFailed,
})

export { clientAction, meta, shouldRevalidate }
export default Page

export function loader({ params, context }: Route.LoaderArgs) {
  return deleteConfirmation(context, adminOf(context), params.id)
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
