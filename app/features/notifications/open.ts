import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { plainResponse } from '#app/forms/member-form.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { markRead } from '#domain/notifications/commands.server.ts'
import { notificationOf } from '#domain/notifications/queries.server.ts'
import { notificationText } from '#domain/notifications/rules.ts'
import { reportedPath } from '#domain/reports/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/open.ts'

/** Marks a notification as read and opens the page that it is about. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, maintenance } = context.get(servicesContext)
  const found = isId(params.eventId) ? await notificationOf(db, viewer, params.eventId) : undefined
  if (!found) throw plainResponse(404, 'This notification does not exist.')
  if (found.isUnread && request.method === 'GET' && !maintenance.current())
    await markRead(db, viewer, found.id)
  const { reportId } = found.details
  const { moderation } = scopeOf(context)
  const reported = reportId ? await reportedPath(db, moderation, reportId) : undefined
  return redirect(reported ?? notificationText(found).to)
}
