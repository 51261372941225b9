import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import {
  type FoundByName,
  foundByName,
  foundIds,
  type Match,
  type NameSearch,
  nameSearch,
} from '#platform/database/name-search.server.ts'
import { type ChallengeSummary, challengeSummaries } from './queries.server.ts'
import { challengeVisible, type Scope } from './scope.server.ts'

/** Challenges whose title has a part like the term, the most alike first (NAV-51). */
export async function searchChallenges(
  db: Db,
  scope: Scope,
  wanted: NameSearch,
): Promise<FoundByName<ChallengeSummary>> {
  const found = nameSearch(wanted, {
    first: (limit) => sql`
      select c.id, name_words(c.title) as words from challenges c where ${challengeVisible(scope)}
      order by c.created_at desc, c.id desc limit ${limit}`,
    found: [scope.viewer?.isAdmin ? 'challenges_titled' : 'public_challenges_titled'],
    rows: challengeSummaries(scope, sql`and c.id = ${foundIds}`),
  })
  return foundByName(await db.rows<Match<ChallengeSummary>>(found))
}
