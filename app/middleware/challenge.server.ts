import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { loadOrNull } from './load-or-null.server.ts'
import { scopeOf } from './viewer.server.ts'

/** The challenge of the address. Throws what ChallengeError shows if it does not exist or cannot be loaded. */
export async function findChallenge(
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<ChallengeDetail> {
  if (!isId(id)) throw data(null, { status: 404 })
  const { db } = context.get(servicesContext)
  const found = await loadOrNull(context, challengeDetail(db, scopeOf(context), id))
  if (found === null) throw data('Error loading challenge data', { status: 500 })
  if (!found) throw data(null, { status: 404 })
  return found
}
