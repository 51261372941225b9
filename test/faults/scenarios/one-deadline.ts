import sql from 'sql-template-tag'
import { startApp } from '../app.ts'
import { Journal } from '../journal.ts'
import { createDatabase, until, urlOf } from '../postgres.ts'
import type { Scenario } from '../scenario.ts'
import { sharedPostgres } from '../shared-postgres.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { makeWorld, onDatabase } from '../world.ts'

export const oneDeadline: Scenario = {
  name: 'one-deadline',
  fault: 'several processes and many challenges with one deadline',
  cycles: { short: 1, long: 1 },
  async run(context) {
    const [processes, challenges] = context.long ? [8, 1_000] : [2, 60]
    const connection = await createDatabase(await sharedPostgres(), 'one_deadline')
    const half = challenges / 2
    const world = await onDatabase(connection, (db) =>
      makeWorld(db, 0, { ending: half, closing: half, dueMs: [1e8, 1e8] }),
    )
    await Promise.all(
      Array.from({ length: processes }, () => startApp(context, { databaseUrl: urlOf(connection) })),
    )
    const ms = await onDatabase(connection, async (db) => {
      const deadline = await db.row<{ at: Date }>(sql`select clock_timestamp() + interval '1 second' as at`)
      const due = [...world.due.keys()]
      await db.rows(sql`
        update challenges set
          deadline = case status when 'active' then ${deadline?.at} else deadline end,
          voting_ends_at = case status when 'active' then ${deadline?.at}::timestamptz + interval '3 days' else ${deadline?.at} end
        where id = any(${due})`)
      return until(() => transitionsAreDone(db, world), 60_000, 'the end of all transitions')
    })
    await verify(connection, { world, journal: new Journal() })
    return { processes, challenges, 'all done after (ms)': Math.max(0, ms - 1_000) }
  },
}
