import type { Services } from '#app/context.ts'
import { dojoTime } from '#domain/challenges/clock.server.ts'
import { activeChallenges, featuredChallenge } from '#domain/challenges/queries.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { STANDINGS, standings } from '#domain/points/queries.server.ts'
import { recentEntries } from '#domain/submissions/queries.server.ts'

const shown = { challenges: 3, entries: 4 }

/**
 * What home shows (public §2, §9). Each part stands for itself: one that cannot be loaded is null, and the others
 * still show.
 */
export async function loadHome({ db, log }: Pick<Services, 'db' | 'log'>, scope: Scope, expanded: boolean) {
  const orNull = <T>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      log.error({ err: error }, 'a part of home could not be loaded')
      return null
    })

  await orNull(advanceDue(db, scope.moderation))
  const [now, featured, challenges, ninjas, entries] = await Promise.all([
    orNull(dojoTime(db)),
    orNull(featuredChallenge(db, scope)),
    orNull(activeChallenges(db, scope, shown.challenges)),
    orNull(standings(db, expanded ? STANDINGS.all : STANDINGS.shown)),
    orNull(recentEntries(db, scope, shown.entries)),
  ])
  return { now: now ?? new Date(), featured: featured ?? null, challenges, ninjas, entries }
}
