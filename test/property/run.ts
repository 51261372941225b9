// `npm run test:property -- [--operations 100000] [--processes 2] [--connections 4] [--seed 1] [--every 2000] [--kills 0]`:
// commands in random order by several processes on one database. After every so many operations all invariants are
// checked. So many times a process is killed in the middle of its operations, and replaced.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
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
    kills: { type: 'string', default: '0' },
  },
})
const { operations, processes, connections, seed, every, kills } = values
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
  const workers: Worker[] = []
  const all: Taken[] = []
  const random = seededRandom(Number(seed), 'kills')
  let killed = 0
  const start = () => {
    const child = fork(import.meta.filename, ['--connections', connections, '--seed', seed])
    child.send({ connection, name: `process ${workers.push({ child, ended: once(child, 'exit') })}` })
  }
  const alive = () => workers.filter(({ child }) => child.signalCode === null)
  try {
    await makeWorld(db)
    while (all.length < Number(operations) || killed < Number(kills)) {
      while (alive().length < Number(processes)) start()
      const share = Math.ceil(Number(every) / Number(processes))
      const answers = alive().map((worker) => takenBy(worker, share))
      if (killed < Number(kills)) {
        await sleep(random.between(1_000, 2_000))
        if (random.pick(alive()).child.kill('SIGKILL')) killed++
      }
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
    // The pool repeats what PostgreSQL cancels after a deadlock. With one order of locks there would be none.
    const found = await db.row<{ deadlocks: number }>(sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`)
    say(`${killed} kills, all invariants held, no errors, ${found?.deadlocks} deadlocks`)
    return true
  } finally {
    for (const [operation, results] of Object.entries(countResults(all)))
      say(`${operation}: ${JSON.stringify(results).replaceAll(/[{}"]/g, '').replaceAll(/[:,]/g, '$& ')}`)
    for (const { child } of alive()) child.disconnect()
    await db.close()
    await server.stop()
  }
}

interface Worker {
  child: ChildProcess
  ended: Promise<unknown>
}

/** What a process did; of one that was killed nothing is known. */
async function takenBy({ child, ended }: Worker, count: number): Promise<Taken[]> {
  const done = Promise.race([once(child, 'message'), ended.then(() => [[]])])
  child.send(count)
  return (await done)[0] as Taken[]
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
