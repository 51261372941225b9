import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { retryUnknown, send, startLoad } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

export const readOnly: Scenario = {
  name: 'read-only',
  fault: 'PostgreSQL becomes read-only, as a server that is promoted elsewhere does',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const stage = await setUpScenario(context, { world: { ballots: 3, open: 3 } })
    const { app, connection, world, journal, target } = stage
    let slowest = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 1, open: 1, ending: 2, dueMs: [500, 1_000] }),
      )
      const load = startLoad(target, 4)
      await sleep(context.random.between(100, 400))
      await setReadOnly(connection, true)
      await sleep(1_200)
      const acknowledged = journal.counts.acknowledged
      const image = `/challenges/${world.ballots[0]?.challengeId}/share.png`
      for (const path of [`/challenges/voting?cycle=${cycle}`, '/search?q=gate', image])
        await until(() => isServed(app.url + path), 15_000, path)
      const readiness = await send(`${app.url}/readyz`)
      must(
        typeof readiness !== 'string' && readiness.status === 503,
        '/readyz says that nothing can be written',
      )
      must(journal.counts.acknowledged === acknowledged, 'a write was acknowledged by a read-only database')
      await setReadOnly(connection, false)
      slowest = Math.max(slowest, await app.ready(30_000))
      await load.stop()
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
    }
    await verify(connection, { world, journal })
    return { ...journal.counts, 'slowest recovery (ms)': slowest }
  },
}

async function isServed(url: string): Promise<boolean> {
  const page = await send(url)
  return typeof page !== 'string' && page.status === 200
}

/** Ends the app's connections, since open ones keep the old setting. */
async function setReadOnly(connection: pg.ClientConfig, value: boolean): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${connection.database} set default_transaction_read_only = ${value}`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    connection.database,
  ])
  await client.end()
}
