import type { Db } from '#platform/database/database.server.ts'
import { tally } from '#platform/database/tallies.server.ts'
import { RANKS } from './rules.ts'

/** How many members the dojo has, in all and of each rank, lowest rank first. Exact, whatever their number. */
export async function memberCounts(
  db: Db,
): Promise<{ total: number; byRank: { rank: string; count: number }[] }> {
  const counted = await tally(db, 'users')
  const byRank = RANKS.map(({ name }) => ({ rank: name, count: counted.get(name) ?? 0 }))
  return { total: byRank.reduce((sum, { count }) => sum + count, 0), byRank }
}
