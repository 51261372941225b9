import { redirect } from 'react-router'
import { submitOrToast } from '#app/forms/submit.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { consentCookie, parseConsent } from '#platform/http/choice-cookies.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/consent.ts'

/** Stores the visitor’s answer to the consent banner and redirects back (CONT-12). */
export async function action({ request }: Route.ActionArgs) {
  const { fields } = await readFields(request)
  const consent = parseConsent(fields.get('consent'))
  if (!consent || hasOtherFields(fields, ['consent', 'returnTo']))
    return new Response('Please answer with accepted or declined.\n', { status: 400 })

  const headers = { 'Set-Cookie': consentCookie.write(consent) }
  return redirect(safePath(fields.get('returnTo')), { headers })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to save your choice. Please try again.')
}

export function loader() {
  return redirect('/cookies')
}
