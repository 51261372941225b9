import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryUnknown, startLoad } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

const writes = /insert into votes|delete from votes|insert into submissions|insert into images|^commit/i

export const lostReply: Scenario = {
  name: 'lost-reply',
  fault: 'the connection breaks after PostgreSQL committed and before its reply arrived',
  cycles: { short: 2, long: 20 },
  async run(context) {
    const { random, cycles } = context
    const stage = await setUpScenario(context, { withProxy: true })
    const { app, connection, world, journal, target, proxy } = stage
    must(proxy, 'a proxy was asked for')
    let lost = 0
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await onDatabase(connection, (db) =>
        extendWorld(db, world, { ballots: 2, open: 2, ending: 2, closing: 2, dueMs: [100, 700] }),
      )
      proxy.intercept = ({ text }) => {
        if (!writes.test(text) || random.next() > 0.2) return 'forward'
        lost++
        return 'lose-reply'
      }
      const load = startLoad(target, 4)
      await sleep(1_200)
      await load.stop()
      proxy.intercept = () => 'forward'
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
    }
    must(app.isRunning(), `the app ended:\n${app.output().slice(-2_000)}`)
    must(lost > 0, 'no reply was lost')
    await verify(connection, { world, journal, filesDir: join(app.dataDir, 'files') })
    return { 'lost replies': lost, ...journal.counts }
  },
}
