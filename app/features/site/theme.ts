import { redirect } from 'react-router'
import { submitOrToast } from '#app/forms/submit.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { setTheme } from '#platform/http/choice-cookies.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/theme.ts'

export async function action({ request }: Route.ActionArgs) {
  const { fields: form } = await readFields(request)
  if (hasOtherFields(form, ['theme', 'returnTo'])) return new Response('Bad Request\n', { status: 400 })
  const theme = form.get('theme')
  const headers = { 'Set-Cookie': setTheme(theme === 'dark' || theme === 'light' ? theme : 'system') }
  return redirect(safePath(form.get('returnTo')), { headers })
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitOrToast(args, 'Failed to save the theme. Please try again.')
}

export function loader() {
  return redirect('/')
}
