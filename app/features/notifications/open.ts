import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { markRead } from '#domain/notifications/commands.server.ts'
import { notificationOf } from '#domain/notifications/queries.server.ts'
import { NOTIFICATION_MESSAGES, notificationText } from '#domain/notifications/rules.ts'
import { reportedPath } from '#domain/reports/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/open.ts'
import { NOTIFICATIONS_PATH } from './paths.ts'

/** Marks a notification as read and opens the page that it is about. A mail may lead to one that was removed since. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, maintenance } = context.get(servicesContext)
  const { moderation } = scopeOf(context)
  const found = isId(params.eventId)
    ? await notificationOf(db, viewer, moderation, params.eventId)
    : undefined
  if (!found)
    throw redirect(NOTIFICATIONS_PATH, await withToast({ text: NOTIFICATION_MESSAGES.gone, tone: 'bad' }))
  if (found.isUnread && request.method === 'GET' && !maintenance.current())
    await markRead(db, viewer, found.id)
  const { reportId } = found.details
  const reported = reportId ? await reportedPath(db, moderation, reportId) : undefined
  return redirect(reported ?? notificationText(found).to)
}
