import { redirectDocument } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { type ExpectedForm, openMemberForm } from '#app/forms/member-form.server.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { ACCOUNT_PATH } from './paths.ts'

export function openAccountForm(
  args: Parameters<typeof openMemberForm>[0],
  expected: Partial<ExpectedForm> = {},
) {
  return openMemberForm(args, { returnTo: ACCOUNT_PATH, ...expected })
}

export async function leave(text: string): Promise<Response> {
  const headers = { 'Set-Cookie': sessionCookie.clear() }
  return redirectDocument('/', await withToast({ text }, { status: 303, headers }))
}
