import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { appEnvironment, projectRoot, startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { embeddedOf } from '../postgres.ts'
import type { Scenario } from '../scenario.ts'
import { verify } from '../verify.ts'
import { extendWorld, makeWorld, onDatabase } from '../world.ts'

export const restoredBackup: Scenario = {
  name: 'restored-backup',
  fault: 'the machine is lost and a backup is restored into an empty one',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const app = await startApp(context)
    const { connection } = await embeddedOf(app.dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, 16, { ballots: 2, open: 2 }))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random: context.random }
    let slowest = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ballots: 2, open: 2 }))
      const load = startLoad(target, 3)
      await sleep(700)
      if (context.long) {
        // What a backup holds of a moment under load is unknown to the clients: only its consistency is checked.
        const underLoad = join(context.folder, `under-load-${cycle}`)
        await command('backup', app.dataDir, underLoad)
        await checkRestored(underLoad, { world: { ...world, people: [] }, journal: new Journal() })
      }
      await load.stop()
      await retryUnknown(target)

      const file = join(context.folder, `quiet-${cycle}`)
      await command('backup', app.dataDir, file)
      const begun = performance.now()
      await checkRestored(file, { world, journal })
      slowest = Math.max(slowest, Math.round(performance.now() - begun))
    }
    return {
      backups: context.cycles * (context.long ? 2 : 1),
      ...journal.counts,
      'slowest restore (ms)': slowest,
    }

    async function checkRestored(file: string, expected: Parameters<typeof verify>[1]): Promise<void> {
      const dataDir = `${file}-restored`
      await mkdir(dataDir)
      await command('restore', dataDir, file)
      const restored = await startApp(context, { dataDir })
      const { connection: other } = await embeddedOf(dataDir)
      await verify(other, { ...expected, filesDir: join(dataDir, 'files') })
      restored.kill('SIGTERM')
      await restored.ended()
    }
  },
}

async function command(name: 'backup' | 'restore', dataDir: string, file: string): Promise<void> {
  const env = { ...appEnvironment(), DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, ['scripts/operations/dojo.ts', name, file], {
    cwd: projectRoot,
    env,
  })
}
