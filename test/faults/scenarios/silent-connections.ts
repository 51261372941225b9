import { retryUnknown, startLoad } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

/** query_timeout is 20 s; the rest is for the requests that wait in the pool. */
const longestMs = 40_000

export const silentConnections: Scenario = {
  name: 'silent-connections',
  fault: 'every connection to PostgreSQL stays open and carries nothing, as after a failover',
  cycles: { short: 1, long: 3 },
  async run(context) {
    const stage = await setUpScenario(context, { withProxy: true, world: { ballots: 3, open: 3 } })
    const { app, connection, world, journal, target, proxy } = stage
    must(proxy, 'a proxy was asked for')
    let slowest = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ending: 2, dueMs: [1_000, 2_000] }))
      const load = startLoad(target, 6)
      await until(() => journal.counts.acknowledged > cycle * 20, 20_000, 'the load')
      proxy.silence()
      const begun = performance.now()
      const acknowledged = journal.counts.acknowledged
      await until(() => journal.counts.acknowledged > acknowledged + 5, longestMs, 'acknowledged writes')
      slowest = Math.max(slowest, Math.round(performance.now() - begun))
      await load.stop()
      must(app.isRunning(), `the app ended:\n${app.output().slice(-2_000)}`)
      await retryUnknown(target)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), longestMs, 'the end of all transitions'),
      )
    }
    await verify(connection, { world, journal })
    return { ...journal.counts, 'slowest recovery (ms)': slowest }
  },
}
