import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { isReady, startApp } from '../app.ts'
import { retryUnknown, send, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { embeddedOf, until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { mountSmallDisk } from '../small-disk.ts'
import { verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

export const fullDiskDatabase: Scenario = {
  name: 'full-disk-database',
  fault: "the disk of the app's own PostgreSQL is full",
  cycles: { short: 1, long: 3 },
  async run(context) {
    const disk = await mountSmallDisk(context, 320)
    const dataDir = join(disk.folder, 'data')
    await mkdir(dataDir)
    const app = await startApp(context, { dataDir })
    const { connection } = await embeddedOf(dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, 24, { ballots: 3, open: 3 }))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random: context.random }
    let slowest = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ballots: 2, open: 2 }))
      await disk.fill(0)
      const load = startLoad(target, 4)
      const unknown = journal.counts.unknown
      await until(() => journal.counts.unknown > unknown, 20_000, 'a write that is answered with 503')
      const page = await send(`${app.url}/challenges/voting?full=${cycle}`)
      must(typeof page !== 'string' && page.status === 200, 'pages are served while the disk is full')
      await disk.free()
      slowest = Math.max(slowest, await app.ready(30_000))

      await disk.fill(0)
      await onDatabase(connection, fillLog).catch(() => undefined)
      await until(async () => !(await isReady(app.url)), 20_000, 'an app that is not ready')
      const health = await send(`${app.url}/healthz`)
      must(typeof health !== 'string' && health.status === 200, '/healthz answers')
      await disk.free()
      slowest = Math.max(slowest, await app.ready(30_000))
      await load.stop()
      await retryUnknown(target)
    }
    must(app.isRunning(), `the app ended:\n${app.output().slice(-2_000)}`)
    const filesDir = join(dataDir, 'files')
    await verify(connection, { world, journal, filesDir })
    return { ...journal.counts, 'slowest recovery (ms)': slowest }
  },
}

/** Writes to the write-ahead log until its disk is full, which ends PostgreSQL. */
async function fillLog(db: Db): Promise<void> {
  for (let round = 0; round < 1_000; round++) {
    await db.rows(sql`select pg_logical_emit_message(false, 'faults', repeat('x', 1000000))`)
  }
}
