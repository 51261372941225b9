import { submitOrMessage } from '#app/forms/submit.ts'
import { sendDeliveryAgain } from '#domain/webhooks/commands.server.ts'
import { WEBHOOK_MESSAGES } from '#domain/webhooks/rules.ts'
import type { Route } from './+types/send-again.ts'
import { sendFrom, toWebhook } from './send.server.ts'

/** Sends a delivery of the log again (HOOK-6). */
export function action(args: Route.ActionArgs) {
  return sendFrom(args, (db, admin) => sendDeliveryAgain(db, admin, args.params.id, args.params.deliveryId))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, WEBHOOK_MESSAGES.sendFailed)
}

export function loader(args: Route.LoaderArgs) {
  return toWebhook(args)
}
