import { createContext, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { type SiteCounts, siteCount, siteCounts } from '#domain/reporting/dashboard.server.ts'

export type Counts = { [Name in keyof SiteCounts]: number | null }

const countsContext = createContext<Promise<Counts> | null>(null)

/** The counts of the navigation and the dashboard, loaded once per request; null for a count that failed. */
export function adminCounts(context: Readonly<RouterContextProvider>, admin: Admin): Promise<Counts> {
  const counts = context.get(countsContext) ?? countsOf(context, admin)
  context.set(countsContext, counts)
  return counts
}

/** Counts in one statement. If that fails, counts one by one, so that only the failed count is missing. */
async function countsOf(context: Readonly<RouterContextProvider>, admin: Admin): Promise<Counts> {
  const { db } = context.get(servicesContext)
  const together = await loadOrNull(context, siteCounts(db, admin))
  if (together) return together
  const alone = (which: keyof SiteCounts) => loadOrNull(context, siteCount(db, admin, which))
  const [users, submissions, pending, active, closingSoon, reports] = await Promise.all([
    alone('users'),
    alone('submissions'),
    alone('pending'),
    alone('active'),
    alone('closingSoon'),
    alone('reports'),
  ])
  return { users, submissions, pending, active, closingSoon, reports }
}
