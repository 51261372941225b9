import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { endSession } from '#domain/members/sessions.server.ts'
import type { Route } from './+types/sign-out.ts'

/** Ends the session and clears its cookie. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const token = sessionCookie.read(request)
  if (token) await endSession(db, token)
  return redirect('/', { status: 303, headers: { 'Set-Cookie': sessionCookie.clear() } })
}

export function loader() {
  return redirect('/')
}
