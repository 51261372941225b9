import { submitOrMessage } from '#app/forms/submit.ts'
import { sendWebhookTest } from '#domain/webhooks/commands.server.ts'
import { WEBHOOK_MESSAGES } from '#domain/webhooks/rules.ts'
import type { Route } from './+types/send-test.ts'
import { sendFrom, toWebhook } from './send.server.ts'

/** Sends a test (HOOK-6). */
export function action(args: Route.ActionArgs) {
  return sendFrom(args, (db, admin) => sendWebhookTest(db, admin, args.params.id))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, WEBHOOK_MESSAGES.sendFailed)
}

export function loader(args: Route.LoaderArgs) {
  return toWebhook(args)
}
