import { redirect, redirectDocument } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { endSessionsOf } from '#domain/members/sessions.server.ts'
import type { Route } from './+types/end-all-sessions.ts'
import { openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, SESSION_FAILED } from './paths.ts'

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openAccountForm(args)
  await endSessionsOf(services.db, viewer.id)
  const init = await withToast({ text: 'You are signed out everywhere.' }, { status: 303 })
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', sessionCookie.clear())
  return redirectDocument('/', { ...init, headers })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SESSION_FAILED)
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
