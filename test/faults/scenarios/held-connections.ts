import pg from 'pg'
import { retryUnknown, send, vote } from '../clients.ts'
import { until } from '../postgres.ts'
import { must, type Scenario } from '../scenario.ts'
import { setStage } from '../stage.ts'
import { verify } from '../verdict.ts'
import { extendWorld, onDatabase } from '../world.ts'

/** A request waits 5 s for a lock or for a connection. */
const longestMs = 8_000
const poolSize = 4

export const heldConnections: Scenario = {
  name: 'held-connections',
  fault: 'every connection of the pool waits for a lock',
  cycles: { short: 1, long: 5 },
  async run(context) {
    const stage = await setStage(context, {
      people: 40,
      world: { ballots: 1 },
      app: { env: { DATABASE_POOL_SIZE: String(poolSize) } },
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
      await until(async () => (await waiting(blocker)) >= poolSize, 10_000, 'a pool that waits for the lock')
      const begun = performance.now()
      const [health, readiness, page] = await Promise.all(
        ['/healthz', '/readyz', '/challenges'].map(async (path) => {
          const response = await send(app.url + path)
          must(typeof response !== 'string', `${path}: ${response}`)
          await response.arrayBuffer()
          return { path, response, ms: Math.round(performance.now() - begun) }
        }),
      )
      must(health?.response.status === 200 && health.ms < 2_000, `/healthz: ${shown(health)}`)
      must(readiness?.response.status === 503 && readiness.ms < 4_000, `/readyz: ${shown(readiness)}`)
      must(page && (page.response.status === 200 || page.response.headers.has('retry-after')), shown(page))
      slowest = Math.max(slowest, page.ms)
      const answers = await Promise.all(votes)
      for (const { status, text } of answers) statuses.add(`${status} ${text}`)
      unavailable += answers.filter(({ status }) => status === 503).length
      await blocker.query('rollback')
      await until(async () => (await send(`${app.url}/readyz`).then(statusOf)) === 200, 10_000, 'readiness')
      await retryUnknown(target)
    }
    must(slowest <= longestMs, `a page was answered after ${slowest} ms`)
    must(unavailable > 0, `no vote was answered with 503: ${[...statuses]}`)
    await verify(connection, { world, journal })
    return { ...journal.counts, 'votes answered 503': unavailable, 'slowest page (ms)': slowest }
  },
}

function statusOf(response: Response | string): number {
  return typeof response === 'string' ? 0 : response.status
}

function shown(answer: { response: Response; ms: number } | undefined): string {
  return `answered ${answer?.response.status} after ${answer?.ms} ms`
}

async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
