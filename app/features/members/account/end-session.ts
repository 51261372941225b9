import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { endOwnSession, sessionIdOf } from '#domain/sessions/sessions.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/end-session.ts'
import { leave, openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, SESSION_FAILED } from './paths.ts'

/** Ends one of the member's own sessions. Another member's session is not found. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, token } = await openAccountForm(args)
  const { sessionId } = args.params
  const isOwn = isId(sessionId) && (await sessionIdOf(services.db, viewer, token)) === sessionId
  if (!isId(sessionId) || !(await endOwnSession(services.db, viewer, sessionId)))
    throw textResponse(404, 'Not Found')
  const text = 'The session was ended.'
  return isOwn ? leave(text) : redirect(ACCOUNT_PATH, await withToast({ text }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SESSION_FAILED)
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
