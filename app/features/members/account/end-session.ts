import { redirect, redirectDocument } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { plainResponse } from '#app/forms/member-form.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { endOwnSession, sessionIdOf } from '#domain/members/sessions.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/end-session.ts'
import { openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, SESSION_FAILED } from './paths.ts'

/** Ends one of the member's own sessions. Another member's session is not found. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, token } = await openAccountForm(args)
  const { sessionId } = args.params
  const isOwn = isId(sessionId) && (await sessionIdOf(services.db, viewer, token)) === sessionId.toLowerCase()
  if (!isId(sessionId) || !(await endOwnSession(services.db, viewer, sessionId)))
    throw plainResponse(404, 'Not Found')
  const init = await withToast({ text: 'The session was ended.' }, { status: 303 })
  if (!isOwn) return redirect(ACCOUNT_PATH, init)
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
