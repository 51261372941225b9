import { redirect, replace } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { markAllRead } from '#domain/notifications/commands.server.ts'
import { NOTIFICATION_MESSAGES } from '#domain/notifications/rules.ts'
import type { Route } from './+types/read-all.ts'
import { rateLimit } from './limit.ts'
import { NOTIFICATIONS_PATH } from './paths.ts'

/** Marks the notifications as read that the page showed, and earlier ones. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: ['newest'],
    memberLimit: { name: 'notifications', rateLimit },
    returnTo: NOTIFICATIONS_PATH,
  })
  const newest = fields.get('newest')
  await markAllRead(services.db, viewer, typeof newest === 'string' ? newest : '')
  return replace(
    NOTIFICATIONS_PATH,
    await withToast({ text: NOTIFICATION_MESSAGES.allRead }, { status: 303 }),
  )
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, NOTIFICATION_MESSAGES.readFailed)
}

export function loader() {
  return redirect(NOTIFICATIONS_PATH)
}
