import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { endCalendarAddress } from '#domain/notifications/calendars.server.ts'
import type { Route } from './+types/end-address.ts'
import { ADDRESS_PATH, rateLimit } from './address.ts'

/** Ends the private address of the viewer's calendar. Not counted with creations, which must not delay it. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openMemberForm(args, {
    memberLimit: { name: 'calendar-end', rateLimit },
    returnTo: ADDRESS_PATH,
  })
  await endCalendarAddress(services.db, viewer)
  return redirect(ADDRESS_PATH, await withToast({ text: 'The calendar address has ended.' }, { status: 303 }))
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to end the calendar address. Please try again.')
}

export function loader() {
  return redirect(ADDRESS_PATH)
}
