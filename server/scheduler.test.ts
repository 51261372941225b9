import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '#app/context.ts'
import { savePage } from '#domain/pages/commands.server.ts'
import { type PagesWatch, watchPages } from '#domain/pages/queries.server.ts'
import { saveSettings } from '#domain/settings/commands.server.ts'
import {
  type SettingsWatch,
  storedSettings,
  versionOf,
  watchSettings,
} from '#domain/settings/queries.server.ts'
import type { LockedSettings } from '#domain/settings/rules.ts'
import { newId } from '#platform/id.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { setMaintenance, watchMaintenance } from '#platform/maintenance.server.ts'
import { schedule as jobs } from '#server/schedule.ts'
import { type Job, startSchedule } from '#server/scheduler.ts'
import { makeAdmin, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

/** `db` behind a pooler, which passes no notifications. */
const pooled = Object.assign(Object.create(db), { pooled: true })

interface Extra {
  lines?: string[]
  on?: typeof db
  files?: object
  mailer?: object
  settings?: SettingsWatch
  pages?: PagesWatch
}

function start(schedule: readonly Job[], { lines = [], on = db, ...extra }: Extra = {}) {
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const services = {
    log,
    db: on,
    maintenance: watchMaintenance(on, log),
    settings: watchSettings(on, {} as LockedSettings),
    pages: watchPages(on),
    ...extra,
  }
  const running = startSchedule(schedule, services as unknown as Parameters<typeof startSchedule>[1])
  onTestFinished(() => running.stop())
  return running
}

/** A job that notes the times at which it ran. */
function noted(job: Omit<Job, 'run' | 'name'>, run: () => Promise<unknown> = async () => {}) {
  const runs: number[] = []
  const all: Job = {
    name: 'noted',
    ...job,
    async run() {
      runs.push(performance.now())
      await run()
    },
  }
  return { runs, job: all }
}

/** A job that is due at a time that the test sets, and once for each. */
async function timed(on: Services['db'] = db) {
  await db.rows(sql`delete from settings where key = 'test_due'`)
  const due = () => sql`(select (value #>> '{}')::timestamptz from settings where key = 'test_due')`
  const { runs, job } = noted({ due }, () => on.rows(sql`delete from settings where key = 'test_due'`))
  const set = (ms: number) =>
    db.rows(sql`
      insert into settings (key, value)
      select 'test_due', to_jsonb(app_now() + make_interval(secs => ${ms / 1000}::float8))`)
  return { runs, job, set }
}

test('runs nothing in maintenance mode, and goes on when it ends', async () => {
  await setMaintenance(db, { message: 'Wait.' })
  const { runs, job } = noted({ everyMs: 1 })
  start([job])
  await sleep(300)
  expect(runs).toHaveLength(0)
  await setMaintenance(db, null)
  await expect.poll(() => runs.length).toBeGreaterThan(0)
})

test('stops the jobs that run when maintenance begins, and starts them again after it', async () => {
  let started = 0
  let stopped = 0
  const job: Job = {
    name: 'long',
    due: () => sql`app_now()`,
    async run(_, stopping) {
      started++
      while (!stopping.aborted) await sleep(10)
      stopped++
    },
  }
  start([job])
  await expect.poll(() => started).toBe(1)
  await setMaintenance(db, { message: 'Wait.' })
  await expect.poll(() => stopped, { timeout: 10_000 }).toBe(1)
  await setMaintenance(db, null)
  await expect.poll(() => started, { timeout: 10_000 }).toBe(2)
  expect(stopped).toBe(1)
})

test.each([
  ['hears of', () => db],
  ['looks for, where no notifications arrive,', () => pooled],
])('another process %s changed settings (ADM-112)', async (_, database) => {
  const locked = {} as LockedSettings
  const settings = watchSettings(database(), locked)
  start([], { on: database(), settings })
  const version = versionOf(await storedSettings(db), 'site')
  const values = { tagline: `Change ${version}` }
  const saved = await saveSettings(db, await makeAdmin(db), { section: 'site', version, values }, locked)
  expect(saved).toMatchObject({ ok: true })
  await expect.poll(() => settings.current().tagline, { timeout: 10_000 }).toBe(values.tagline)
})

test('hears that another process wrote a page (ADM-128)', async () => {
  const pages = watchPages(db)
  start([], { pages })
  const saved = await savePage(db, await makeAdmin(db), { page: 'terms', version: 0 }, '## Ours')
  expect(saved).toMatchObject({ ok: true })
  await expect.poll(() => pages.current('terms')?.text, { timeout: 10_000 }).toBe('## Ours')
})

test('repeats a job without overlap, and waits for it when stopped', async () => {
  let running = 0
  let most = 0
  const { runs, job } = noted({ everyMs: 1 }, async () => {
    most = Math.max(most, ++running)
    await sleep(5)
    running--
  })
  const schedule = start([job])
  await expect.poll(() => runs.length).toBeGreaterThan(2)
  await schedule.stop()
  expect({ running, most }).toEqual({ running: 0, most: 1 })
  const before = runs.length
  await sleep(300)
  expect(runs).toHaveLength(before)
})

test('looks once for a run of a job with a rhythm', async () => {
  const { runs, job } = noted({ everyMs: 400 })
  let looks = 0
  const due = () => {
    looks++
    return sql`null::timestamptz`
  }
  const schedule = start([job, noted({ due }).job])
  await expect.poll(() => runs.length, { timeout: 10_000 }).toBeGreaterThan(7)
  await schedule.stop()
  // And the look once the connection listens.
  expect(looks).toBeLessThanOrEqual(runs.length + 2)
})

test('continues after a failure, and logs it by name', async () => {
  const lines: string[] = []
  const { runs, job } = noted({ everyMs: 1 }, async () => {
    throw new Error('no luck')
  })
  start([{ ...job, name: 'unlucky' }], { lines })
  await expect.poll(() => runs.length).toBeGreaterThan(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ job: 'unlucky', err: { message: 'no luck' } })
})

test('interrupts a sweep of images when stopped', async () => {
  let listed = 0
  async function* list() {
    for (;;) {
      await sleep(1)
      listed++
      yield newId()
    }
  }
  const schedule = start(
    jobs.filter(({ name }) => name === 'sweep files'),
    { files: { list } },
  )
  await expect.poll(() => listed).toBeGreaterThan(1)
  await schedule.stop()
})

test('a job runs at its time, not before', async () => {
  const { runs, job, set } = await timed()
  await set(700)
  const begun = performance.now()
  start([job])
  await expect.poll(() => runs.length).toBe(1)
  expect((runs[0] ?? 0) - begun).toBeGreaterThan(650)
})

test('the jobs of the app know their next times', async () => {
  const runs: string[] = []
  const timed = jobs
    .filter(({ due }) => due)
    .map((job) => ({ ...job, run: async () => void runs.push(job.name) }))
  for (const mailer of [{}, undefined]) start(timed, { mailer })
  await makeChallenge(db, { deadline: new Date(Date.now() + 1_000) })
  await db.rows(sql`select pg_notify('schedule', '')`)
  await expect.poll(() => runs).toContain('advance challenges')
  expect(new Set(runs)).toEqual(new Set(['advance challenges']))
})

test('a time that comes nearer is told by a notification', async () => {
  const { runs, job, set } = await timed()
  start([job])
  // It has looked, and sleeps for half a minute.
  await sleep(1_500)
  await set(0)
  expect(runs).toHaveLength(0)
  await db.rows(sql`select pg_notify('schedule', '')`)
  await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(1)
})

test('without notifications it looks by itself', async () => {
  const { runs, job, set } = await timed(pooled)
  start([job], { on: pooled })
  await sleep(1_500)
  await set(0)
  await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(1)
})

test('a job that leaves something is repeated after a rest', async () => {
  const { runs, job } = noted({ due: () => sql`app_now()` })
  start([job])
  await expect.poll(() => runs.length).toBeGreaterThan(2)
  const rests = runs.slice(1).map((at, index) => at - (runs[index] ?? 0))
  for (const rest of rests) expect(rest).toBeGreaterThan(990)
})

test('a changed deadline, an event, an announcement and an order wake the schedule', async () => {
  const heard: string[] = []
  const client = await db.connect()
  onTestFinished(() => client.end())
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen schedule')
  const challenge = await makeChallenge(db)
  const wakes = async (work: () => Promise<unknown>) => {
    const before = heard.length
    await work()
    await client.query('select 1')
    return heard.length > before
  }
  await wakes(async () => {})
  expect(
    await wakes(() =>
      db.rows(sql`update challenges set deadline = deadline + interval '1 hour' where id = ${challenge}`),
    ),
  ).toBe(true)
  expect(
    await wakes(() =>
      db.rows(sql`
      insert into notification_events (id, kind, key, challenge_id)
        values (gen_random_uuid(), 'results', 'test', ${challenge})`),
    ),
  ).toBe(true)
  expect(
    await wakes(() => db.rows(sql`update notification_events set withdrawn_at = null where key = 'test'`)),
  ).toBe(true)
  // A submission changes the number of participants only.
  expect(
    await wakes(() => db.rows(sql`update challenges set updated_at = app_now() where id = ${challenge}`)),
  ).toBe(false)
})
