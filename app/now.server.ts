import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { dojoTime } from '#domain/challenges/clock.server.ts'

/** The moment a page speaks of: the dojo's, or at worst this machine's. */
export async function nowOf(context: Readonly<RouterContextProvider>): Promise<Date> {
  const now = await part(context, dojoTime(context.get(servicesContext).db))
  return now ?? new Date()
}
