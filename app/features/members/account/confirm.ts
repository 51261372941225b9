import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { sendToProvider } from '#app/middleware/sign-in.server.ts'
import { sessionIdOf } from '#domain/sessions/sessions.server.ts'
import { SignInFailure } from '#platform/identity/failure.server.ts'
import type { Route } from './+types/confirm.ts'
import { openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, DELETE_PATH } from './paths.ts'

export async function action(args: Route.ActionArgs) {
  const { services, viewer, token } = await openAccountForm(args, { returnTo: DELETE_PATH })
  const confirmsSession = await sessionIdOf(services.db, viewer, token)
  if (!confirmsSession) return redirect(ACCOUNT_PATH, 303)
  try {
    return await sendToProvider(services, args.request, { returnTo: DELETE_PATH, confirmsSession })
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    services.log.warn({ kind: error.kind, reason: error.code }, 'sign-in could not begin')
    const text = 'The sign-in service is not responding. Please try again later.'
    return redirect(DELETE_PATH, await withToast({ text, tone: 'bad' }, { status: 303 }))
  }
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
