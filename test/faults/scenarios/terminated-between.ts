import pg from 'pg'
import type { Fate } from '../database-proxy.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { transitionsAreDone, verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

/** After `begin`: the claim, two counts, four writes of the result with its certificate, and three statements of the payment. */
const statements = 10

export const terminatedBetween: Scenario = {
  name: 'terminated-between',
  fault: 'the backend is terminated between two statements of the transaction that completes a challenge',
  cycles: { short: 6, long: 60 },
  async run(context) {
    const stage = await setUpScenario(context, { withProxy: true })
    const { app, connection, world, journal, proxy } = stage
    must(proxy, 'a proxy was asked for')
    const admin = new pg.Client(connection)
    await admin.connect()
    context.onEnd(() => admin.end())
    let terminated = 0
    for (let cycle = 0; cycle < context.cycles; cycle++) {
      const wanted = 1 + (cycle % statements)
      let isArmed = true
      await onDatabase(connection, (db) => extendWorld(db, world, { ending: 1, dueMs: [50, 50] }))
      proxy.intercept = async ({ text, backend, position }): Promise<Fate> => {
        // A transaction that finds nothing due commits as its second statement.
        const isEmpty = position === 2 && /^commit$/i.test(text)
        if (!isArmed || position !== wanted || isEmpty) return 'forward'
        isArmed = false
        terminated++
        await admin.query('select pg_terminate_backend($1, 5000)', [backend])
        return 'forward'
      }
      await until(() => !isArmed, 10_000, `statement ${wanted} of a transaction`)
      await onDatabase(connection, (db) =>
        until(() => transitionsAreDone(db, world), 15_000, 'the end of all transitions'),
      )
    }
    must(app.isRunning(), `the app ended:\n${app.output().slice(-2_000)}`)
    await verify(connection, { world, journal })
    return { terminated, transitions: world.due.size }
  },
}
