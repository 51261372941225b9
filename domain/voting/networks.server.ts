import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'

/** How long after the end of a challenge the networks of its votes are kept, in days. The privacy policy names it. */
export const networkDays = 30

/** Forgets the networks of votes `networkDays` after the end of their challenge. */
export function sweepNetworks(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        update votes set network = null where id in (
          select v.id from votes v join challenges c on c.id = v.challenge_id
          where v.network is not null and c.status in ('completed', 'canceled')
            and c.completed_at < app_now() - make_interval(days => ${networkDays})
          limit ${limit} for update of v skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
