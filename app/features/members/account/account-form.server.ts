import { type ExpectedForm, openMemberForm } from '#app/forms/member-form.server.ts'
import { ACCOUNT_PATH } from './paths.ts'

/** `openMemberForm` for the account pages. */
export function openAccountForm(
  args: Parameters<typeof openMemberForm>[0],
  expected: Partial<ExpectedForm> = {},
) {
  return openMemberForm(args, { returnTo: ACCOUNT_PATH, ...expected })
}
