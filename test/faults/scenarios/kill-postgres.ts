import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { embeddedOf, until } from '../postgres.ts'
import { signal } from '../processes.ts'
import { must, type Scenario } from '../scenario.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  fault: "kill -9 of the app's own PostgreSQL under load",
  cycles: { short: 2, long: 20 },
  async run(context) {
    const { random, cycles, long } = context
    const app = await startApp(context)
    const { connection } = await embeddedOf(app.dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, 24))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random }
    const processes = String(await app.processes())
    let slowest = 0
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 2, open: 3, ending: 2, closing: 2, dueMs: [100, 1_000] }),
      )
      const load = startLoad(target, 6)
      await sleep(random.between(100, 600))
      const postgres = await embeddedOf(app.dataDir)
      signal(postgres.pid, 'SIGKILL')
      await until(
        async () => (await embeddedOf(app.dataDir).catch(() => postgres)).pid !== postgres.pid,
        30_000,
      )
      const recovery = await app.ready(30_000)
      slowest = Math.max(slowest, recovery)
      await load.stop()
      must(
        String(await app.processes()) === processes,
        `a process of the app ended:\n${app.output().slice(-2_000)}`,
      )
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
    }
    await verify(connection, { world, journal })
    if (long) must(slowest <= 10_000, `recovery took ${slowest} ms`)
    return { kills: cycles, ...journal.counts, 'slowest recovery (ms)': slowest }
  },
}
