import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { advanceAndGetTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { homeChallenges } from '#domain/challenges/home.server.ts'
import { activeChallenges } from '#domain/challenges/queries.server.ts'
import { LEADERBOARD_SIZE, leaderboard } from '#domain/members/queries.server.ts'
import { recentSubmissions } from '#domain/submissions/queries.server.ts'

const LIMITS = { challenges: 3, submissions: 4 }

/** Data of the home page (NAV-34, NAV-43). A part that cannot be loaded is null; the others still show. */
export async function loadHome(context: Readonly<RouterContextProvider>, expanded: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)

  const now = await loadOrNull(context, advanceAndGetTime(context))
  const [lead, challenges, ninjas, submissions] = await Promise.all([
    loadOrNull(context, homeChallenges(db, scope)),
    loadOrNull(context, activeChallenges(db, scope, LIMITS.challenges)),
    loadOrNull(context, leaderboard(db, expanded ? LEADERBOARD_SIZE.all : LEADERBOARD_SIZE.shown + 1)),
    loadOrNull(context, recentSubmissions(db, scope, LIMITS.submissions)),
  ])
  return {
    now: now ?? new Date(),
    /** Null if they could not be loaded. */
    lead,
    challenges,
    ninjas,
    sizes: LEADERBOARD_SIZE,
    submissions,
  }
}
