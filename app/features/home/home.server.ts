import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/middleware/load-or-null.server.ts'
import { advanceAndGetTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { activeChallenges, featuredChallenge } from '#domain/challenges/queries.server.ts'
import { STANDINGS, standings } from '#domain/members/leaderboard.server.ts'
import { recentEntries } from '#domain/submissions/queries.server.ts'

const shown = { challenges: 3, entries: 4 }

/**
 * What home shows (NAV-34, NAV-43). Each part stands for itself: one that cannot be loaded is null, and the others
 * still show.
 */
export async function loadHome(context: Readonly<RouterContextProvider>, expanded: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)

  const now = await part(context, advanceAndGetTime(context))
  const [featured, challenges, ninjas, entries] = await Promise.all([
    part(context, featuredChallenge(db, scope)),
    part(context, activeChallenges(db, scope, shown.challenges)),
    part(context, standings(db, expanded ? STANDINGS.all : STANDINGS.shown + 1)),
    part(context, recentEntries(db, scope, shown.entries)),
  ])
  return { now: now ?? new Date(), featured: featured ?? null, challenges, ninjas, sizes: STANDINGS, entries }
}
