import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { type ChallengeCard, challengeCards } from './card.server.ts'
import { latestFinished } from './queries.server.ts'
import type { ChallengeType, Kind } from './rules.ts'
import type { Scope } from './scope.server.ts'

export const ARCHIVE_PAGE_SIZE = 18

/** A page of finished challenges, latest first, by type and kind; the page groups them by month. */
export async function archive(
  db: Db,
  scope: Scope,
  asked: { type: ChallengeType | null; kind: Kind | null; page: number },
): Promise<{ cards: ChallengeCard[]; total: number }> {
  const finished = sql`and c.status in ('completed', 'canceled')
    ${asked.type ? sql`and c.type = ${asked.type}` : sql``} ${asked.kind ? sql`and c.kind = ${asked.kind}` : sql``}`
  const [count, cards] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from challenges c where true ${finished}`),
    db.rows<ChallengeCard>(
      challengeCards(
        scope,
        latestFinished(finished, ARCHIVE_PAGE_SIZE, (asked.page - 1) * ARCHIVE_PAGE_SIZE),
      ),
    ),
  ])
  return { cards, total: count?.total ?? 0 }
}
