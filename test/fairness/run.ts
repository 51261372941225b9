// `npm run test:fairness`: prints the figures of docs/fairness.md.
import { openDatabase } from '#platform/database/database.server.ts'
import { createTestDatabase, startTestPostgres } from '#test/postgres.ts'
import { ORDERS, simulateViewing } from './viewing.ts'

const seeds = [1, 2, 3, 4, 5]
const server = await startTestPostgres()
const db = openDatabase({ connection: await createTestDatabase(server.connection, 'fairness'), poolSize: 4 })
try {
  for (const entries of [40, 400]) {
    for (const order of ORDERS) {
      for (const seed of seeds) {
        const { mostSeen, leastSeen, ratio } = await simulateViewing(db, {
          entries,
          voters: 200,
          order,
          seed,
        })
        const views = `seen by ${leastSeen} to ${mostSeen} of 200 voters`
        process.stdout.write(
          `${entries} entries, ${order}, seed ${seed}: ${views}, ratio ${ratio.toFixed(2)}\n`,
        )
      }
    }
  }
} finally {
  await db.close()
  await server.stop()
}
