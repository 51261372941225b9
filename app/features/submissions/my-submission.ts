import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { mySubmission } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/my-submission.ts'

/** Redirects to the member's submission, or to the form if there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireMember(request, context)
  const { id } = params
  const { db } = context.get(servicesContext)
  const mine = isId(id) ? await mySubmission(db, scopeOf(context), id) : undefined
  if (!mine) return redirect(`/challenges/${encodeURIComponent(id)}/submit`)
  return redirect(`/challenges/${id}/submissions/${mine.id}`)
}
