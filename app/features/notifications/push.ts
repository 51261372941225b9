import { data, redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { addPushDevice } from '#domain/notifications/push-devices.server.ts'
import { NOTIFICATION_MESSAGES as MESSAGES } from '#domain/notifications/rules.ts'
import type { Route } from './+types/push.ts'
import { rateLimit } from './limit.ts'
import { SETTINGS_PATH } from './paths.ts'

const names = ['endpoint', 'p256dh', 'auth'] as const

export async function action(args: Route.ActionArgs) {
  const { services, token, fields } = await openMemberForm(args, {
    fields: names,
    memberLimit: { name: 'push', rateLimit },
    returnTo: SETTINGS_PATH,
  })
  const [endpoint = '', p256dh = '', auth = ''] = names.map((name) => String(fields.get(name) ?? ''))
  const outcome = await runCommand(args.context, MESSAGES.noDevice, () =>
    addPushDevice(services.db, token, { endpoint, p256dh, auth }),
  )
  if (!outcome.ok) return data<Failure>({ message: outcome.message }, { status: outcome.status })
  return redirect(SETTINGS_PATH, await withToast({ text: MESSAGES.pushOn }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.noDevice)
}

export function loader() {
  return redirect(SETTINGS_PATH)
}
