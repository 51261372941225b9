import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { recordNotificationEvents } from '#domain/events/record.server.ts'
import { startMailServer, type TestMailServer } from '#test/smtp-server.ts'
import { until } from '../postgres.ts'
import { signal } from '../processes.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'
import { onDatabase } from '../world.ts'

/** Server processes, each of which can have one mail between sending and noting. */
const workers = 2

export const mails: Scenario = {
  name: 'mails',
  fault: 'kill -9 of the app while it delivers and mails notifications, and a mail server that goes down',
  cycles: { short: 2, long: 60 },
  async run(context) {
    const { random, cycles } = context
    let server = await slowMailServer()
    const port = Number(new URL(server.url).port)
    const received = [...server.received]
    context.onEnd(() => server.stop())
    const env = { SMTP_URL: server.url, WEB_CONCURRENCY: String(workers) }
    const { app, connection, world } = await setUpScenario(context, {
      world: { open: 1 },
      people: 20,
      app: { env },
    })
    const people = world.people.map(({ id }) => id)
    await onDatabase(connection, (db) =>
      db.rows(sql`
        insert into identities (issuer, subject, user_id, email, email_verified)
        select 'https://id.example', id::text, id, id || '@example.org', true from unnest(${people}::uuid[]) id`),
    )
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await onDatabase(connection, (db) =>
        recordNotificationEvents(
          db,
          people.map((userId) => ({
            kind: 'vote_voided',
            key: `${cycle} ${userId}`,
            userId,
            challengeId: world.open[0] ?? '',
          })),
        ),
      )
      // Among the mails of this cycle, or at any time before.
      const { length } = server.received
      if (cycle % 2 === 1)
        await until(async () => server.received.length > length, 15_000, 'the first mail of a cycle')
      await sleep(cycle % 2 === 1 ? random.between(0, 300) : random.between(500, 5_000))
      for (const pid of await app.processes()) signal(pid, 'SIGKILL')
      await app.ended()
      if (cycle % 2 === 0) {
        received.push(...server.received)
        await server.stop()
      }
      await onDatabase(connection, async (db) => {
        await until(async () => (await db.rows(others)).length === 0, 15_000, 'the end of the last claim')
        await db.rows(makeDue)
      })
      await app.restart()
      await app.ready()
      if (cycle % 2 === 0) {
        await sleep(random.between(100, 3_000))
        server = await slowMailServer(port)
      }
    }
    const expected = cycles * people.length
    await onDatabase(connection, (db) =>
      until(
        async () => {
          await db.rows(waitedFor)
          const found = await db.row<{ sent: number }>(
            sql`select count(*)::int as sent from mails where sent_at is not null`,
          )
          return found?.sent === expected
        },
        60_000,
        'the last mail',
      ),
    )
    received.push(...server.received)
    const told = await onDatabase(connection, (db) =>
      db.row<{ count: number }>(sql`select count(*)::int as count from notifications`),
    )
    must(told?.count === expected, `${told?.count} notifications of ${expected}`)
    const ids = received.map(({ source }) => source.match(/^Message-ID:\s+(\S+)/m)?.[1] ?? '')
    const different = new Set(ids).size
    must(different === expected, `${different} different mails of ${expected}`)
    const doubled = ids.length - different
    must(doubled <= cycles * workers, `${doubled} mails were sent twice after ${cycles} kills`)
    return { kills: cycles, mails: expected, 'sent again after a kill': doubled }
  },
}

/** Backends of killed processes, which still complete their last statement. */
const others = sql`
  select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** The mails of the killed processes. They would be due again after five minutes, and wait longer as every kill counts as an attempt. */
const makeDue = sql`update mails set due_at = app_now(), attempts = 0 where sent_at is null and failed_at is null`

/** Mails that met the closed server and wait for a minute. Claimed ones, on their way, are due later. */
const waitedFor = sql`
  update mails set due_at = app_now()
  where sent_at is null and due_at > app_now() and due_at < app_now() + interval '90 seconds'`

async function slowMailServer(port?: number): Promise<TestMailServer> {
  const server = await startMailServer({ port })
  server.onMessage = () => sleep(30)
  return server
}
