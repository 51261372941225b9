import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import {
  dailyActivity,
  recentChallenges,
  recentSubmissions,
  type SiteCounts,
  siteCount,
  siteCounts,
  voteShares,
} from '#domain/reporting/dashboard.server.ts'
import { isId } from '#platform/id.server.ts'

/** Loads the parts of the dashboard separately; a part that failed is null. */
export async function loadDashboard(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  challengeId: string | null,
) {
  const { db } = context.get(servicesContext)
  const [counts, days, challenges, submissions, votes] = await Promise.all([
    countsOf(context, admin),
    loadOrNull(context, dailyActivity(db, admin)),
    loadOrNull(context, recentChallenges(db, admin)),
    loadOrNull(context, recentSubmissions(db, admin)),
    loadOrNull(
      context,
      voteShares(db, admin, challengeId && isId(challengeId) ? challengeId : null).then((shares) => ({
        shares: shares ?? null,
      })),
    ),
  ])
  return { counts, days, challenges, submissions, votes }
}

export type Counts = { [Tile in keyof SiteCounts]: number | null }

/** Counts in one statement. If that fails, counts one by one, so that only the failed count is missing. */
async function countsOf(context: Readonly<RouterContextProvider>, admin: Admin): Promise<Counts> {
  const { db } = context.get(servicesContext)
  const together = await loadOrNull(context, siteCounts(db, admin))
  if (together) return together
  const alone = (which: keyof SiteCounts) => loadOrNull(context, siteCount(db, admin, which))
  const [users, submissions, active, closingSoon] = await Promise.all([
    alone('users'),
    alone('submissions'),
    alone('active'),
    alone('closingSoon'),
  ])
  return { users, submissions, active, closingSoon }
}
