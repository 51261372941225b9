import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { retryMails } from '#domain/notifications/mails.server.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import type { Route } from './+types/retry-mails.ts'
import { SETTINGS_PATH } from './paths.ts'

const failed = 'Failed to retry the mails'

/** Sends again what failed (NOTE-9). */
export function action(args: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext)
  return runAdminAction(args, {
    list: SETTINGS_PATH,
    done: (count: number) => `${formatCount(count, 'mail')} will be tried again now`,
    failed,
    run: () => retryMails(db, adminOf(args.context)),
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, failed)
}

export function loader() {
  return redirect(SETTINGS_PATH)
}
