import { redirect } from 'react-router'
import { parseTheme, themeCookie } from '#app/theme.server.ts'
import { parseUpload } from '#app/upload.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/theme.ts'

export async function action({ request }: Route.ActionArgs) {
  const { fields: form } = await parseUpload(request, { maxFileBytes: 0 })
  const headers = { 'Set-Cookie': await themeCookie(parseTheme(form.get('theme'))) }
  return redirect(safePath(form.get('returnTo')), { headers })
}

export function loader() {
  return redirect('/')
}
