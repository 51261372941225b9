import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#app/context.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { sweepAgeMs, sweepImages } from '#domain/media/sweep.server.ts'
import { sweepSessions } from '#domain/members/sessions.server.ts'
import { fillNameSkeletons } from '#domain/members/unique-names.server.ts'
import { foldTallies } from '#platform/database/tallies.server.ts'
import { sweepLimits } from '#platform/http/limits.server.ts'
import { sweepAttempts } from '#platform/identity/attempts.server.ts'
import { renderedImageDays } from '#platform/images/rendered-images.server.ts'

interface Job {
  name: string
  everyMs: number
  run(services: Services): Promise<unknown>
}

const hour = 3_600_000

export const schedule: Job[] = [
  {
    name: 'move challenges along',
    everyMs: 1_000,
    run: ({ db, config }) => advanceDue(db, config.moderation),
  },
  { name: 'fold tallies', everyMs: 60_000, run: ({ db }) => foldTallies(db) },
  // A running process of an earlier release creates members without a skeleton.
  { name: 'check display names', everyMs: 60_000, run: ({ db }) => fillNameSkeletons(db) },
  { name: 'forget old limits', everyMs: 10 * 60_000, run: ({ db }) => sweepLimits(db) },
  { name: 'sweep unfinished sign-ins', everyMs: 10 * 60_000, run: ({ db }) => sweepAttempts(db) },
  { name: 'sweep old sessions', everyMs: hour, run: ({ db }) => sweepSessions(db) },
  { name: 'sweep interrupted uploads', everyMs: 10 * 60_000, run: ({ uploads }) => uploads.sweep() },
  { name: 'sweep unused images', everyMs: hour, run: (services) => sweepImages(services, ago(sweepAgeMs)) },
  {
    name: 'sweep drawn images',
    everyMs: hour,
    run: ({ renderedImages }) => renderedImages.removeUnused(ago(renderedImageDays * 24 * hour)),
  },
]

function ago(ms: number): Date {
  return new Date(Date.now() - ms)
}

type OnEnd = (job: string, seconds: number, ok: boolean) => void

export interface RunningSchedule {
  stop(): Promise<void>
}

/** Repeats each job `everyMs` after its last run ended. No job starts during maintenance. */
export function startSchedule(jobs: Job[], services: Services, onEnd: OnEnd = () => {}): RunningSchedule {
  const stopping = new AbortController()
  const loops = jobs.map((job) => repeat(job, services, onEnd, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function repeat(job: Job, services: Services, onEnd: OnEnd, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    if (services.maintenance.current()) {
      await pause(Math.min(job.everyMs, 1_000), stopping)
      continue
    }
    const begun = performance.now()
    let ok = false
    try {
      await job.run(services)
      ok = true
    } catch (error) {
      services.log.error({ err: error, job: job.name }, 'a scheduled job failed')
    }
    onEnd(job.name, (performance.now() - begun) / 1000, ok)
    await pause(job.everyMs, stopping)
  }
}

function pause(ms: number, stopping: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
}
