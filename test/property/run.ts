// `npm run test:property -- [--operations 100000] [--processes 2] [--connections 4] [--seed 1] [--every 2000]`: commands
// in random order by several processes on one database. After every so many operations all invariants are checked.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { brokenInvariants } from '#db/invariants.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { seededRandom } from '#test/faults/random.ts'
import { createTestDatabase, patient, startTestPostgres } from '#test/postgres.ts'
import { countResults, makeWorld, type Taken, takeOperations } from './operations.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    processes: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    every: { type: 'string', default: '2000' },
  },
})
const { operations, processes, connections, seed, every } = values
if (process.send) await work()
else process.exitCode = (await lead()) ? 0 : 1

/** In a process of its own: does as many operations as it is sent, and sends what it did. */
async function work(): Promise<void> {
  const [start] = (await once(process, 'message')) as [{ connection: pg.ClientConfig; name: string }]
  const db = openDatabase({ connection: start.connection, poolSize: Number(connections), ...patient })
  const sequences = Array.from({ length: Number(connections) }, (_, index) =>
    seededRandom(Number(seed), `${start.name} ${index}`),
  )
  process.on('message', async (count: number) => process.send?.(await takeOperations(db, sequences, count)))
  process.once('disconnect', () => void db.close())
}

async function lead(): Promise<boolean> {
  say(`${operations} operations, ${processes} processes with ${connections} connections each, seed ${seed}`)
  const server = await startTestPostgres()
  const connection = await createTestDatabase(server.connection, 'property')
  const db = openDatabase({ connection, poolSize: 2, ...patient })
  const args = ['--connections', connections, '--seed', seed]
  const workers = Array.from({ length: Number(processes) }, () => fork(import.meta.filename, args))
  const all: Taken[] = []
  try {
    await makeWorld(db)
    for (const [index, worker] of workers.entries()) worker.send({ connection, name: `process ${index}` })
    while (all.length < Number(operations)) {
      const share = Math.ceil(Math.min(Number(every), Number(operations) - all.length) / workers.length)
      const answers = workers.map(async (worker) => {
        worker.send(share)
        return ((await once(worker, 'message')) as [Taken[]])[0]
      })
      const taken = (await Promise.all(answers)).flat().toSorted((one, other) => one.at - other.at)
      const faults = [
        ...taken.flatMap(({ result, line }) => (result === 'error' ? [line] : [])),
        ...(await brokenInvariants(db)).map(
          ({ name, ids }) => `invariant broken: ${name} (${ids.join(', ')})`,
        ),
      ]
      all.push(...taken)
      if (faults.length === 0) say(`${all.length} done`)
      if (faults.length === 0) continue
      const file = `test-results/property-${seed}.log`
      mkdirSync('test-results', { recursive: true })
      writeFileSync(file, taken.map(({ at, line }) => `${new Date(at).toISOString()} ${line}\n`).join(''))
      say([...faults.slice(0, 10), `${faults.length} faults; the operations before them: ${file}`].join('\n'))
      return false
    }
    // PostgreSQL cancels one of the statements, and the pool repeats it. With one order of locks there are none.
    const found = await db.row<{ deadlocks: number }>(sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`)
    say(`all invariants held, no errors, ${found?.deadlocks} deadlocks`)
    return found?.deadlocks === 0
  } finally {
    say(
      JSON.stringify(countResults(all), null, 1)
        .replaceAll(/\n {2,}/g, ' ')
        .replaceAll(/[{}",]/g, ''),
    )
    for (const worker of workers) worker.disconnect()
    await db.close()
    await server.stop()
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
