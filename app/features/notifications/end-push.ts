import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { removePushDevice } from '#domain/notifications/push-devices.server.ts'
import { NOTIFICATION_MESSAGES as MESSAGES } from '#domain/notifications/rules.ts'
import type { Route } from './+types/end-push.ts'
import { rateLimit } from './limit.ts'
import { SETTINGS_PATH } from './paths.ts'

export async function action(args: Route.ActionArgs) {
  const { services, token } = await openMemberForm(args, {
    memberLimit: { name: 'push-end', rateLimit },
    returnTo: SETTINGS_PATH,
  })
  await removePushDevice(services.db, token)
  return redirect(SETTINGS_PATH, await withToast({ text: MESSAGES.pushOff }, { status: 303 }))
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, MESSAGES.pushFailed)
}

export function loader() {
  return redirect(SETTINGS_PATH)
}
