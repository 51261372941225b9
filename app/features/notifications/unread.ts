import { unreadContext } from '#app/context.ts'
import type { Route } from './+types/unread.ts'

/** The viewer's number of unread notifications, counted up to 100; 0 for visitors. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(context.get(unreadContext), { headers: { 'Cache-Control': 'private, no-store' } })
}
