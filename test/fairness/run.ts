// `npm run test:fairness`: prints the figures of docs/fairness.md.
import { openDatabase } from '#platform/database/database.server.ts'
import { createTestDatabase, startTestPostgres } from '#test/postgres.ts'
import { HONEST, MOST, simulateRing } from './rings.ts'
import { ORDERS, simulateViewing } from './viewing.ts'

const seeds = [1, 2, 3, 4, 5]
const ringSeeds = Array.from({ length: 100 }, (_, index) => index + 1)
const server = await startTestPostgres()
const db = openDatabase({ connection: await createTestDatabase(server.connection, 'fairness'), poolSize: 4 })
try {
  for (const ring of [true, false]) {
    let found = 0
    let marked = 0
    for (const seed of ringSeeds) {
      const run = await simulateRing(db, { seed, ring })
      if (run.ring >= MOST) found++
      marked += run.honest
    }
    const share = ((100 * marked) / (HONEST * ringSeeds.length)).toFixed(2)
    const runs = `${ringSeeds.length} runs ${ring ? 'with' : 'without'} a ring`
    process.stdout.write(`${runs}: found in ${found}, ${share} % of honest voters marked\n`)
  }
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
  for (const liars of [5, 20, 100]) {
    for (const seed of seeds) {
      const run = await simulateViewing(db, { entries: 40, voters: 200, order: 'fair', seed, liars })
      process.stdout.write(
        `${liars} false reports, seed ${seed}: their entry seen by ${run.favored}, the others by ${run.leastSeen} or more\n`,
      )
    }
  }
} finally {
  await db.close()
  await server.stop()
}
