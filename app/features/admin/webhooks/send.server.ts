import { data, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { ToastContent } from '#app/forms/flash.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#domain/webhooks/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import { webhookPath } from './paths.ts'

interface Args {
  request: Request
  params: { id: string; deliveryId?: string }
  context: Readonly<RouterContextProvider>
}

/** Runs a command that sends something, and returns to the page of the webhook, whose toast says what came of it. */
export function sendFrom(
  { request, params, context }: Args,
  send: (db: Db, admin: Admin) => Promise<Outcome<null>>,
) {
  const { id, deliveryId = id } = params
  return runAdminAction<ToastContent>(
    { request, context },
    {
      list: webhookPath(id),
      failed: MESSAGES.sendFailed,
      done: (toast) => toast,
      async run() {
        if (!isId(id) || !isId(deliveryId)) return refused('not-found', MESSAGES.notFound)
        const outcome = await send(context.get(servicesContext).db, adminOf(context))
        if (outcome.ok) return done({ text: MESSAGES.sending })
        return outcome.code === 'conflict' ? done({ text: outcome.message, tone: 'bad' }) : outcome
      },
    },
  )
}

/** To the page of the webhook, for who opens one of these forms as a page. Throws 404 for another id. */
export function toWebhook({ params: { id } }: Pick<Args, 'params'>) {
  if (!isId(id)) throw data(null, { status: 404 })
  return redirect(webhookPath(id))
}
