import { setTimeout as sleep } from 'node:timers/promises'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Services } from '#app/context.ts'
import { openDatabaseListener } from '#platform/database/listener.server.ts'
import type { MaintenanceWatch } from '#platform/maintenance.server.ts'

export interface Job {
  name: string
  /** From the start of a run to the next one. */
  everyMs?: number
  /** In place of `everyMs`: an SQL expression of the time from which there is something to do, null for never. */
  due?(services: Services): Sql
  /** Returns soon after `stopping` aborts: the schedule ends, or maintenance begins. */
  run(services: Services, stopping: AbortSignal): Promise<unknown>
}

interface RunningSchedule {
  stop(): Promise<void>
}

type OnEnd = (job: string, seconds: number, ok: boolean) => void

/** Of the notifications that `wake_schedule` sends. */
const wakeChannel = 'schedule'
/** No job depends on a notification: without one the schedule looks after this time. */
const longestWaitMs = 30_000
/** While notifications cannot arrive, as behind a pooler. */
const waitUnheardMs = 1_000
/** So that a burst of changes causes few looks. */
const shortestWaitMs = 100
/** Between two runs of a job that left something to do, or failed. */
const restMs = 1_000

/**
 * Runs each job when it is due, one run of a job at a time. A look finds what is due and when the next job will be; then
 * the schedule sleeps until that time or a notification. No job starts or goes on during maintenance, which it
 * looks up too, as it does the settings and the pages of the site.
 */
export function startSchedule(
  jobs: readonly Job[],
  services: Services & { maintenance: MaintenanceWatch },
  onEnd: OnEnd = () => {},
): RunningSchedule {
  const { db, log, maintenance, settings, pages } = services
  const stopping = new AbortController()
  const { signal } = stopping
  /** Of the jobs that run. Maintenance aborts it, and another one follows. */
  let jobsStopping = new AbortController()
  const running = new Map<Job, Promise<void>>()
  const nextRuns = new Map<Job, number>()
  let isWoken = false
  let resume = () => {}
  const listener = db.pooled
    ? undefined
    : openDatabaseListener(db, { channel: wakeChannel, onMessage: wake, onConnected: wake, log })
  const looking = keepLooking()

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      isWoken = false
      const waitMs = await look().catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'the schedule could not look for work')
        return restMs
      })
      await sleep(shortestWaitMs, undefined, { signal }).catch(() => undefined)
      if (!isWoken && !signal.aborted) await pause(Math.max(0, waitMs - shortestWaitMs))
    }
  }

  /** Starts what is due, and returns the time until the next look. */
  async function look(): Promise<number> {
    // One after the other, on the connection that is kept.
    for (const state of [maintenance, settings, pages]) await state.refresh()
    const longest = listener?.isListening() ? longestWaitMs : waitUnheardMs
    if (maintenance.current()) {
      jobsStopping.abort()
      return longest
    }
    if (jobsStopping.signal.aborted) jobsStopping = new AbortController()
    const waits = await waitsOf(jobs, services)
    const now = performance.now()
    const startOf = (job: Job) => Math.max(now + (waits.get(job) ?? 0), nextRuns.get(job) ?? 0)
    for (const job of jobs) {
      const isDue = startOf(job) <= now && !running.has(job) && !signal.aborted
      if (isDue) running.set(job, run(job))
    }
    return Math.min(longest, ...jobs.map((job) => startOf(job) - now).filter((waitMs) => waitMs > 0))
  }

  async function run(job: Job): Promise<void> {
    const begun = performance.now()
    if (job.everyMs) nextRuns.set(job, begun + job.everyMs)
    let ok = false
    try {
      await job.run(services, jobsStopping.signal)
      ok = true
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a scheduled job failed')
    }
    onEnd(job.name, (performance.now() - begun) / 1000, ok)
    running.delete(job)
    if (job.due) nextRuns.set(job, performance.now() + restMs)
    // Of a job with a rhythm the last look knows the next run, unless this one took longer.
    if (job.due || (nextRuns.get(job) ?? 0) <= performance.now()) wake()
  }

  function wake(): void {
    isWoken = true
    resume()
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async stop() {
      stopping.abort()
      jobsStopping.abort()
      wake()
      await Promise.all([looking, ...running.values(), listener?.close()])
    },
  }
}

/** Milliseconds until each job with a time has something to do, by the database's clock. */
async function waitsOf(jobs: readonly Job[], services: Services): Promise<Map<Job, number>> {
  const timed = jobs.filter(({ due }) => due)
  if (timed.length === 0) return new Map()
  const waits = timed.map(
    (job) => sql`extract(epoch from (${job.due?.(services)}) - app_now())::float8 * 1000`,
  )
  const found = await services.db.row<{ waits: (number | null)[] }>(
    sql`select array[${join(waits)}]::float8[] as waits`,
  )
  return new Map(timed.map((job, index) => [job, found?.waits[index] ?? Number.POSITIVE_INFINITY]))
}
