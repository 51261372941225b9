import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { challengeCount } from './admin-list.server.ts'
import { type ChallengeSummary, challengeSummaries } from './card.server.ts'
import { latestFinished } from './queries.server.ts'
import type { ChallengeType, Kind } from './rules.ts'
import type { Scope } from './scope.server.ts'

export const ARCHIVE_PAGE_SIZE = 18
/** The last page that can be requested: 9,000 challenges of each type and kind. */
const LAST_ARCHIVE_PAGE = 500

/** A page of finished challenges, latest first, by type and kind, and how many the pages hold. */
export async function listArchive(
  db: Db,
  scope: Scope,
  filters: { type: ChallengeType | null; kind: Kind | null; page: number },
): Promise<{ cards: ChallengeSummary[]; total: number }> {
  const finished = sql`and c.status in ('completed', 'canceled')
    ${filters.type ? sql`and c.type = ${filters.type}` : sql``} ${filters.kind ? sql`and c.kind = ${filters.kind}` : sql``}`
  const reachable = LAST_ARCHIVE_PAGE * ARCHIVE_PAGE_SIZE
  const offset = Math.min((filters.page - 1) * ARCHIVE_PAGE_SIZE, reachable)
  const [count, cards] = await Promise.all([
    challengeCount(db, { status: ['completed', 'canceled'], type: filters.type, kind: filters.kind }),
    db.rows<ChallengeSummary>(challengeSummaries(scope, latestFinished(finished, ARCHIVE_PAGE_SIZE, offset))),
  ])
  return { cards, total: Math.min(count, reachable) }
}
