import { redirect } from 'react-router'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { submitOrToast } from '#app/forms/submit.ts'
import { TOKEN_MESSAGES } from '#domain/members/rules.ts'
import { revokeToken } from '#domain/sessions/tokens.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/revoke.ts'
import { rateLimit, TOKENS_PATH } from './paths.ts'

/** Revokes one of the member's own tokens; another member's is not found. Not counted with creations. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer } = await openMemberForm(args, {
    memberLimit: { name: 'token-revoke', rateLimit },
    returnTo: TOKENS_PATH,
  })
  const { tokenId } = args.params
  if (!isId(tokenId) || !(await revokeToken(services.db, viewer, tokenId)))
    throw textResponse(404, 'Not Found')
  return redirect(TOKENS_PATH, await withToast({ text: TOKEN_MESSAGES.revoked }, { status: 303 }))
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, TOKEN_MESSAGES.notRevoked)
}

export function loader() {
  return redirect(TOKENS_PATH)
}
