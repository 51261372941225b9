import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { requireAdmin } from '#app/session.server.ts'
import { handChanges } from '#domain/points/history.server.ts'
import { memberRow } from '#domain/points/table.server.ts'
import { isId } from '#platform/id.server.ts'
import { adminPath } from '../lists/confirmation.ts'
import { LEADERBOARD_PATH } from './places.ts'

interface PageArgs {
  request: Request
  params: { userId?: string }
  context: Readonly<RouterContextProvider>
}

const changesShown = 5

/** A member whose points or rank an administrator is about to change, and the last such changes. Throws 404. */
export async function memberOf({ request, params, context }: PageArgs) {
  requireAdmin(request, context)
  const { db } = context.get(servicesContext)
  const { userId } = params
  if (!isId(userId)) throw data(null, { status: 404 })
  const [member, changes] = await Promise.all([memberRow(db, userId), handChanges(db, userId, changesShown)])
  if (!member) throw data(null, { status: 404 })
  const returnTo = adminPath(new URL(request.url).searchParams.get('returnTo'), LEADERBOARD_PATH)
  return { member, changes, returnTo }
}
