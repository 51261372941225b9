// `npm run test:fuzz [-- --seed=1 --requests=20000]`: generated requests against the built app, from a printed seed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brokenInvariants } from '#db/invariants.server.ts'
import { openSite, postgresVariable } from '#test/e2e/site.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { fuzz, prepareWorld } from './fuzz.ts'

interface Report {
  pid: number
  longestDelayMs: number
  busiestMs: number
  heapUsed: number
  rss: number
}

const longestStallMs = 100
const heapGrowthBytes = 24 * 1024 * 1024
const busyShare = 0.01

const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000_007)
const requests = Number(values.requests ?? 20_000)
const reports = await mkdtemp(join(tmpdir(), 'dojo-fuzz-'))
say(`seed ${seed}, ${requests} requests`)

const postgres = await startTestPostgres()
process.env[postgresVariable] = JSON.stringify(postgres.connection)
const site = await openSite('fuzz', {
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'probe.mjs')}`,
  FUZZ_REPORTS: reports,
})
try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await site.stop()
  await postgres.stop()
  await rm(reports, { recursive: true, force: true })
}

async function run(): Promise<boolean> {
  const world = await prepareWorld(site)
  const warmUp = await fuzz(site, world, { seed: seed + 1, requests: 500, parallel: 4 })
  await report(site.pid)
  const taken: Report[] = []
  const result = await fuzz(site, world, {
    seed,
    requests,
    parallel: 8,
    async onProgress(sent) {
      const figures = await report(site.pid)
      taken.push(figures)
      const { longestDelayMs, busiestMs, heapUsed, rss } = figures
      say(
        `${sent} sent: longest delay ${longestDelayMs.toFixed(0)} ms, busiest ${busiestMs.toFixed(0)} ms, heap ${megabytes(heapUsed)} MB, resident ${megabytes(rss)} MB`,
      )
    },
  })
  say(`answers: ${JSON.stringify(result.statuses)}`)

  const failures = [...warmUp.failures, ...result.failures]
  const quarter = taken[Math.floor(taken.length / 4) - 1]
  const last = taken.at(-1)
  const growth = quarter && last ? last.heapUsed - quarter.heapUsed : 0
  say(`heap from 25% to 100%: ${megabytes(growth)} MB more`)
  if (growth > heapGrowthBytes) failures.push(`the heap grew by ${megabytes(growth)} MB`)
  const stalls = taken.filter(
    ({ longestDelayMs, busiestMs }) => Math.min(longestDelayMs, busiestMs) > longestStallMs,
  )
  for (const { busiestMs } of stalls)
    failures.push(`the event loop computed for ${busiestMs.toFixed(0)} ms at a time`)
  if (result.refusedAsBusy > requests * busyShare) failures.push(`${result.refusedAsBusy} answers were 503`)
  const alive = await fetch(site.origin)
  if (alive.status !== 200) failures.push(`the home page answers ${alive.status}`)
  failures.push(...(await brokenInvariants(site.db)).map((broken) => `invariant: ${JSON.stringify(broken)}`))
  const errors = site
    .takeOutput()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))
  failures.push(...errors.map((line) => `logged: ${line.slice(0, 500)}`))
  for (const failure of failures.slice(0, 50)) say(`FAILED ${failure}`)
  say(failures.length === 0 ? 'all held' : `${failures.length} failures, seed ${seed}`)
  return failures.length === 0
}

/** The figures since the last report. */
async function report(pid: number): Promise<Report> {
  const path = join(reports, `${pid}.json`)
  await rm(path, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let left = 400; left > 0; left--) {
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text) as Report
    await sleep(25)
  }
  throw new Error('The server does not report')
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
