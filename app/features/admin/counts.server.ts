import { createContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { type SiteCounts, siteCount } from '#domain/reporting/dashboard.server.ts'

const TILES = ['users', 'submissions', 'pending', 'active', 'closingSoon'] as const

export type Counts = Record<(typeof TILES)[number], number | null>

const countsContext = createContext<Map<keyof SiteCounts, Promise<number | null>> | null>(null)

/** A count of the navigation or the dashboard, loaded once per request; null if it failed. */
export function adminCount(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  name: keyof SiteCounts,
): Promise<number | null> {
  const { db } = context.get(servicesContext)
  const counts = context.get(countsContext) ?? new Map<keyof SiteCounts, Promise<number | null>>()
  const count = counts.get(name) ?? loadOrNull(context, siteCount(db, admin, name))
  context.set(countsContext, counts.set(name, count))
  return count
}

/** The counts of the dashboard. */
export async function adminCounts(context: Readonly<RouterContextProvider>, admin: Admin): Promise<Counts> {
  const counts = await Promise.all(
    TILES.map(async (name) => [name, await adminCount(context, admin, name)] as const),
  )
  return Object.fromEntries(counts) as Counts
}
