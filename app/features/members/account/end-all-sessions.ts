import { redirect } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { endSessionsOf } from '#domain/members/sessions.server.ts'
import type { Route } from './+types/end-all-sessions.ts'
import { leave, openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, SESSION_FAILED } from './paths.ts'

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openAccountForm(args)
  await endSessionsOf(services.db, viewer.id)
  return leave('You are signed out everywhere.')
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SESSION_FAILED)
}

export function loader() {
  return redirect(ACCOUNT_PATH)
}
