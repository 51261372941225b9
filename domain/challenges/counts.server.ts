import type { Db } from '#platform/database/database.server.ts'
import { tally } from '#platform/database/tallies.server.ts'
import type { ChallengeStatus, ChallengeType, Kind } from './rules.ts'

export interface ChallengeCount {
  status: ChallengeStatus
  type: ChallengeType
  kind: Kind
  count: number
}

/** How many challenges there are of each status, type and kind; those that have none are absent. */
async function challengeCounts(db: Db): Promise<ChallengeCount[]> {
  const counted = await tally(db, 'challenges')
  return [...counted].map(([key, count]) => {
    const [status, type, kind] = key.split('/') as [ChallengeStatus, ChallengeType, Kind]
    return { status, type, kind, count }
  })
}

/** How many challenges there are of these statuses, and of one type and kind where they are named. */
export async function challengeCount(
  db: Db,
  which: { status: readonly ChallengeStatus[]; type?: ChallengeType | null; kind?: Kind | null },
): Promise<number> {
  return (await challengeCounts(db))
    .filter(({ status }) => which.status.includes(status))
    .filter(({ type, kind }) => type === (which.type ?? type) && kind === (which.kind ?? kind))
    .reduce((sum, { count }) => sum + count, 0)
}
