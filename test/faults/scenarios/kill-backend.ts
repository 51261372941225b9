import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { createDatabase, urlOf } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { sharedPostgres } from '../shared-postgres.ts'
import { verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

export const killBackend: Scenario = {
  name: 'kill-backend',
  fault: 'backends of PostgreSQL terminated under load, one by one and all at once',
  cycles: { short: 10, long: 100 },
  async run(context) {
    const { random, cycles } = context
    const connection = await createDatabase(await sharedPostgres(), 'kill_backend')
    const app = await startApp(context, { databaseUrl: urlOf(connection) })
    const world = await onDatabase(connection, (db) => makeWorld(db, 24))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random }
    const processes = String(await app.processes())
    const client = new pg.Client(connection)
    await client.connect()
    context.onEnd(() => client.end())
    let terminated = 0
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ballots: 1, open: 1 }))
      const load = startLoad(target, 6)
      await sleep(random.between(20, 150))
      const all = cycle % 3 === 0
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where application_name = 'creative-dojo' and datname = current_database()
          order by state = 'active' desc, random() ${all ? '' : 'limit 1'}) backends`,
      )
      terminated += rowCount ?? 0
      await sleep(50)
      await load.stop()
      must(
        String(await app.processes()) === processes,
        `a process of the app ended:\n${app.output().slice(-2_000)}`,
      )
      await retryUnknown(target)
    }
    await verify(connection, { world, journal })
    return { terminated, ...journal.counts }
  },
}
