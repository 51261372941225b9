import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import {
  dailyActivity,
  recentChallenges,
  recentSubmissions,
  voteShares,
} from '#domain/reporting/dashboard.server.ts'
import { isId } from '#platform/id.server.ts'
import { adminCounts } from '../counts.server.ts'
import { dailyPlot } from './daily-plot.server.ts'

/** Loads the parts of the dashboard separately; a part that failed is null. */
export async function loadDashboard(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  challengeId: string | null,
) {
  const { db } = context.get(servicesContext)
  const [counts, plot, challenges, submissions, votes] = await Promise.all([
    adminCounts(context, admin),
    loadOrNull(context, dailyActivity(db, admin).then(dailyPlot)),
    loadOrNull(context, recentChallenges(db, admin)),
    loadOrNull(context, recentSubmissions(db, admin)),
    loadOrNull(
      context,
      voteShares(db, admin, challengeId && isId(challengeId) ? challengeId : null).then((shares) => ({
        shares: shares ?? null,
      })),
    ),
  ])
  return { counts, plot, challenges, submissions, votes }
}
