import pg from 'pg'
import { retryUnknown, send, vote } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { verify } from '../verify.ts'
import { extendWorld, onDatabase } from '../world.ts'

/** A request waits 3 s for a connection, and a page may do so twice. */
const longestMs = 8_000
export const heldConnections: Scenario = {
  name: 'held-connections',
  fault: 'every connection of the pool waits for a lock',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const stage = await setUpScenario(context, {
      people: 40,
      world: { ballots: 1 },
      app: { env: { DATABASE_POOL_SIZE: '8' } },
    })
    const { app, connection, world, journal, target } = stage
    const blocker = new pg.Client(connection)
    await blocker.connect()
    context.onEnd(() => blocker.end())
    let slowest = 0
    let unavailable = 0
    const statuses = new Set<string>()
    for (let cycle = 1; cycle <= context.cycles; cycle++) {
      await onDatabase(connection, (db) => extendWorld(db, world, { ballots: 1 }))
      const ballot = world.ballots.at(-1)
      must(ballot, 'a ballot was made')
      await blocker.query('begin')
      await blocker.query('lock table votes in access exclusive mode')
      const votes = world.people.map((person) =>
        vote(target, person, ballot.challengeId, context.random.pick(ballot.submissionIds)),
      )
      // Two of the eight are for jobs.
      await until(async () => (await waiting(blocker)) >= 6, 10_000, 'votes that hold all connections')
      const begun = performance.now()
      const isUnready = async () => (await timed(`${app.url}/readyz`)).status === 503
      const [health, page] = await Promise.all([
        timed(`${app.url}/healthz`),
        timed(`${app.url}/challenges?cycle=${cycle}`),
        until(isUnready, 5_000, '/readyz answers 503'),
      ])
      must(health.status === 200, `/healthz: ${health.status}`)
      must(page.status === 200 || page.status === 503, `/challenges: ${page.status}`)
      slowest = Math.max(slowest, Math.round(page.end - begun))
      const answers = await Promise.all(votes)
      for (const { status, text } of answers) statuses.add(`${status} ${text}`)
      unavailable += answers.filter(({ status }) => status === 503).length
      await blocker.query('rollback')
      await app.ready(15_000)
      const after = await timed(`${app.url}/challenges?after=${cycle}`)
      must(after.status === 200, `/challenges after the lock: ${after.status}`)
      await retryUnknown(target)
    }
    if (context.long) must(slowest <= longestMs, `a page was answered after ${slowest} ms`)
    must(unavailable > 0, `no vote was answered with 503: ${[...statuses]}`)
    await verify(connection, { world, journal })
    return { ...journal.counts, 'votes answered 503': unavailable, 'slowest page (ms)': slowest }
  },
}

async function timed(url: string): Promise<{ status: number; end: number }> {
  const response = await send(url)
  must(typeof response !== 'string', `${url}: ${response}`)
  await response.arrayBuffer()
  return { status: response.status, end: performance.now() }
}

async function waiting(client: pg.Client): Promise<number> {
  // The client is in a transaction, which would else see the connections of its first look only.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
