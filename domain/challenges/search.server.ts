import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
  termTitle,
} from '#platform/database/name-search.server.ts'
import { type ChallengeSummary, challengeSummaries } from './queries.server.ts'
import { challengeVisible, type Scope } from './scope.server.ts'

/** Challenges whose title is like the term, the most alike first (NAV-51). */
export async function searchChallenges(
  db: Db,
  scope: Scope,
  wanted: NameSearch,
): Promise<FoundByName<ChallengeSummary>> {
  const found = nameSearch(wanted, {
    noun: 'challenge',
    first: (limit) => sql`
      select c.id from challenges c where ${challengeVisible(scope)}
      order by c.created_at desc, c.id desc limit ${limit}`,
    titled: (limit) => sql`challenges_titled(${termTitle}, ${scope.viewer?.isAdmin ?? false}, ${limit})`,
    rows: challengeSummaries(scope, sql`and c.id = ${foundIds}`),
  })
  return foundByName(await db.rows<Match<ChallengeSummary>>(found))
}
