import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { advanceAndGetTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { LEADERBOARD_SIZE, leaderboard, leaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import { homeChallenges, homeWinners } from '#domain/reporting/home.server.ts'
import { myWork } from '#domain/reporting/my-dojo.server.ts'
import { recentSubmissions } from '#domain/submissions/queries.server.ts'

const newestShown = 4

/** Data of the home page (NAV-34, NAV-43). A part that cannot be loaded is null; the others still show. */
export async function loadHome(context: Readonly<RouterContextProvider>, expanded: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const { viewer } = scope

  const now = await loadOrNull(context, advanceAndGetTime(context))
  const [challenges, winners, ninjas, submissions, work, place] = await Promise.all([
    loadOrNull(context, homeChallenges(db, scope)),
    loadOrNull(context, homeWinners(db, scope)),
    loadOrNull(context, leaderboard(db, expanded ? LEADERBOARD_SIZE.all : LEADERBOARD_SIZE.shown + 1)),
    loadOrNull(context, recentSubmissions(db, scope, newestShown)),
    viewer && loadOrNull(context, myWork(db, viewer)),
    viewer && loadOrNull(context, leaderboardPlace(db, viewer.id)),
  ])
  return {
    viewer,
    now: now ?? new Date(),
    challenges,
    winners,
    ninjas,
    sizes: LEADERBOARD_SIZE,
    submissions,
    work,
    place,
  }
}
