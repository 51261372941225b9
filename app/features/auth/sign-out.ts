import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { endSession } from '#domain/sessions/sessions.server.ts'
import type { Route } from './+types/sign-out.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const token = sessionCookie.read(request)
  if (token) await endSession(db, token)
  const headers = { 'Set-Cookie': sessionCookie.clear() }
  return redirect('/', await withToast({ text: 'You are signed out.' }, { status: 303, headers }))
}

export function loader() {
  return redirect('/')
}
