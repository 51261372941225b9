import { createContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { type SiteCounts, siteCount } from '#domain/reporting/dashboard.server.ts'

export type Counts = { [Name in keyof SiteCounts]: number | null }

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

export async function adminCounts(context: Readonly<RouterContextProvider>, admin: Admin): Promise<Counts> {
  const one = (name: keyof SiteCounts) => adminCount(context, admin, name)
  const [users, submissions, pending, active, closingSoon, reports] = await Promise.all([
    one('users'),
    one('submissions'),
    one('pending'),
    one('active'),
    one('closingSoon'),
    one('reports'),
  ])
  return { users, submissions, pending, active, closingSoon, reports }
}
