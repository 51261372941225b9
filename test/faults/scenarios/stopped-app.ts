import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../app.ts'
import { retryUnknown, send, startLoad } from '../clients.ts'
import { until, urlOf } from '../postgres.ts'
import { signal } from '../processes.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

/** PostgreSQL ends a transaction that is idle for 10 s. */
const longestMs = 20_000

export const stoppedApp: Scenario = {
  name: 'stopped-app',
  fault: 'one of two processes is stopped (SIGSTOP) while its transaction holds the lock of a challenge',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const stage = await setUpScenario(context, { withProxy: true, world: { ballots: 3, open: 3 } })
    const { app: stopped, connection, world, journal, target, proxy } = stage
    must(proxy, 'a proxy was asked for')
    const other = await startApp(context, { databaseUrl: urlOf(connection) })
    target.urls = [other.url]
    let slowest = 0
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      const [stoppedPids, otherPids] = await Promise.all([stopped.processes(), other.processes()])
      for (const pid of otherPids) signal(pid, 'SIGSTOP')
      let isStopped = false
      proxy.intercept = ({ position, text }) => {
        if (position >= 2 && !/^(commit|rollback)$/i.test(text)) {
          isStopped = true
          for (const pid of stoppedPids) signal(pid, 'SIGSTOP')
        }
        // The statement waits here, and the lock of the one before it is held.
        return isStopped ? new Promise(() => undefined) : 'forward'
      }
      await onDatabase(connection, (db) => extendWorld(db, world, { ending: 1, dueMs: [50, 50] }))
      await until(() => isStopped, 10_000, 'a claimed challenge')
      for (const pid of otherPids) signal(pid, 'SIGCONT')
      const begun = performance.now()
      const load = startLoad(target, 4)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), longestMs, 'the transition by the other process'),
      )
      slowest = Math.max(slowest, Math.round(performance.now() - begun))
      await load.stop()
      proxy.intercept = () => 'forward'
      for (const pid of stoppedPids) signal(pid, 'SIGCONT')
      await stopped.ready(longestMs)
      await retryUnknown(target)
    }
    await sleep(1_500)
    const answer = await send(`${stopped.url}/challenges`)
    must(typeof answer !== 'string' && answer.status === 200, 'the stopped process serves pages again')
    await verify(connection, { world, journal })
    return { ...journal.counts, 'slowest transition (ms)': slowest }
  },
}
