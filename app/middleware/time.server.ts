import type { RouterContextProvider } from 'react-router'
import { servicesContext, viewedAtContext } from '#app/context.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import * as lifecycle from '#domain/lifecycle/advance.server.ts'
import { loadOrNull } from './load-or-null.server.ts'

/** The database's time, which the statement of the viewer has read, or this machine's if it cannot be reached. */
export async function pageTime(context: Readonly<RouterContextProvider>): Promise<Date> {
  const now =
    context.get(viewedAtContext) ?? (await loadOrNull(context, databaseNow(context.get(servicesContext).db)))
  return now ?? new Date()
}

/** Makes all due transitions, except in maintenance mode, and returns the database's time. */
export function advanceAndGetTime(context: Readonly<RouterContextProvider>): Promise<Date> {
  const { db, settings, maintenance } = context.get(servicesContext)
  return maintenance.current()
    ? databaseNow(db)
    : lifecycle.advanceAndGetTime(db, settings.current().moderation)
}
