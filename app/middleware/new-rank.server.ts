import { type RouterContextProvider, redirect } from 'react-router'
import { servicesContext, unreadContext, viewerContext } from '#app/context.ts'
import { takeNewRank } from '#domain/notifications/commands.server.ts'
import { NEW_RANK_PATH } from '#domain/notifications/rules.ts'

/** Once for each new rank, sends the member to the page that celebrates it. Only for pages where nothing is typed. */
export async function celebrateNewRank(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<void> {
  const viewer = context.get(viewerContext)
  const { db, maintenance } = context.get(servicesContext)
  if (!viewer || context.get(unreadContext) === 0 || request.method !== 'GET' || maintenance.current()) return
  if (await takeNewRank(db, viewer)) throw redirect(NEW_RANK_PATH)
}
