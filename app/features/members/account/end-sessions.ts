import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { endSessionsOf } from '#domain/sessions/sessions.server.ts'
import type { Route } from './+types/end-sessions.ts'
import { leave, openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, SESSION_FAILED } from './paths.ts'

/** Ends all sessions of the member, or all but this one. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, token } = await openAccountForm(args)
  const endsAll = args.pattern.endsWith('/end-all')
  await endSessionsOf(services.db, viewer.id, endsAll ? undefined : token)
  if (endsAll) return leave('You are signed out everywhere.')
  return redirect(ACCOUNT_PATH, await withToast({ text: 'All other sessions were ended.' }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SESSION_FAILED)
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
