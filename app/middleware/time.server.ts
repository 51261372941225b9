import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import { advanceAndGetTime } from '#domain/lifecycle/advance.server.ts'
import { loadOrNull } from './load-or-null.server.ts'

/** The moment a page speaks of: the dojo's, or at worst this machine's. */
export async function pageTime(context: Readonly<RouterContextProvider>): Promise<Date> {
  const now = await loadOrNull(context, databaseNow(context.get(servicesContext).db))
  return now ?? new Date()
}

/** Makes due transitions happen, except in maintenance mode, and returns the dojo's time. */
export function advanceTransitions(context: Readonly<RouterContextProvider>): Promise<Date> {
  const { db, config, maintenance } = context.get(servicesContext)
  return maintenance.current() ? databaseNow(db) : advanceAndGetTime(db, config.moderation)
}
