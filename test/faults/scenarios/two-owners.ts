import { spawnSync } from 'node:child_process'
import { spawnApp, startApp } from '../app.ts'
import { retryUnknown, startLoad } from '../clients.ts'
import { Journal } from '../journal.ts'
import { embeddedOf, until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { verify } from '../verify.ts'
import { makeWorld, onDatabase } from '../world.ts'

const namespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']

export const twoOwners: Scenario = {
  name: 'two-owners',
  fault: 'a second process, also one of another pid namespace, starts on the same DATA_DIR',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const app = await startApp(context)
    const { connection, pid } = await embeddedOf(app.dataDir)
    const world = await onDatabase(connection, (db) => makeWorld(db, 12, { ballots: 4, open: 4 }))
    const journal = new Journal()
    const target = { urls: [app.url], world, journal, random: context.random }
    const hasNamespaces = spawnSync(namespace[0] ?? '', [...namespace.slice(1), 'true']).status === 0
    const ways = hasNamespaces ? [[], namespace] : [[]]
    let refused = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      for (const wrapper of ways) {
        const load = startLoad(target, 3)
        const second = await spawnApp(context, { dataDir: app.dataDir, wrapper })
        await until(() => !second.isRunning(), 30_000, 'the end of the second process')
        must((await second.ended()) !== 0, 'the second process ended with code 0')
        must(/in use by another process/.test(second.output()), `it said: ${second.output().slice(-500)}`)
        await load.stop()
        refused++
      }
    }
    must((await embeddedOf(app.dataDir)).pid === pid, 'PostgreSQL was replaced')
    await retryUnknown(target)
    await verify(connection, { world, journal })
    return {
      'refused starts': refused,
      'pid namespaces': hasNamespaces ? 'yes' : 'not here',
      ...journal.counts,
    }
  },
}
