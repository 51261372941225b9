import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { dojoTime } from '#domain/challenges/time.server.ts'
import { upToDate } from '#domain/lifecycle/advance.server.ts'
import { part } from './load-or-null.server.ts'

/** The moment a page speaks of: the dojo's, or at worst this machine's. */
export async function nowOf(context: Readonly<RouterContextProvider>): Promise<Date> {
  const now = await part(context, dojoTime(context.get(servicesContext).db))
  return now ?? new Date()
}

/** Makes due transitions happen, except in maintenance mode, and returns the dojo's time. */
export function advanceAndGetTime(context: Readonly<RouterContextProvider>): Promise<Date> {
  const { db, config, maintenance } = context.get(servicesContext)
  return maintenance.current() ? dojoTime(db) : upToDate(db, config.moderation)
}
