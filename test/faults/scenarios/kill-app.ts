import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, isReady, startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { embeddedOf, until } from '../postgres.ts'
import { signal } from '../processes.ts'
import type { Scenario } from '../scenario.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

export const killApp: Scenario = {
  name: 'kill-app',
  fault: 'kill -9 of the app during votes, uploads and completions',
  cycles: { short: 3, long: 200 },
  async run(context) {
    const { random, cycles } = context
    const app = await startApp(context, { env: { WEB_CONCURRENCY: '2' } })
    const { connection } = await embeddedOf(app.dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, 24))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random }
    const filesDir = join(app.dataDir, 'files')
    let slowest = 0
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 2, open: 3, ending: 4, closing: 4, dueMs: [100, 1_500] }),
      )
      const load = startLoad(target, 6)
      await sleep(random.between(50, 900))
      await kill(app, cycle)
      slowest = Math.max(slowest, await app.ready())
      await load.stop()
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
      if (cycle % 20 === 0 || cycle === cycles) await verify(connection, { world, journal, filesDir })
    }
    return { kills: cycles, ...journal.counts, transitions: world.due.size, 'slowest start (ms)': slowest }
  },
}

/** The first process alone, all processes at once, or the server processes alone, which the first one starts again. */
async function kill(app: App, cycle: number): Promise<void> {
  const [first = 0, ...workers] = await app.processes()
  const isRestarted = cycle % 3 === 0
  if (!isRestarted) signal(first, 'SIGKILL')
  if (cycle % 3 !== 1) for (const worker of workers) signal(worker, 'SIGKILL')
  if (isRestarted)
    await until(async () => !(await isReady(app.url)), 5_000, 'the end of the server processes')
  else await app.restart()
}
