import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#app/context.ts'
import { sweepComments } from '#domain/comments/commands.server.ts'
import { countPatterns } from '#domain/integrity/patterns.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { sweepAgeMs, sweepImages } from '#domain/media/sweep.server.ts'
import { sweepBars } from '#domain/members/barred-identities.server.ts'
import { sweepNetworks } from '#domain/members/networks.server.ts'
import { sweepPeriods } from '#domain/members/period-leaderboard.server.ts'
import { sweepSessions } from '#domain/members/sessions.server.ts'
import { fillNameSkeletons } from '#domain/members/fill-name-skeletons.server.ts'
import { sweepRejections } from '#domain/moderation/undo.server.ts'
import {
  deliverEvents,
  recordReminders,
  removeWithdrawn,
  sweepNotifications,
} from '#domain/notifications/delivery.server.ts'
import { sendDueMails, sweepMails } from '#domain/notifications/mails.server.ts'
import { countOrders } from '#domain/submissions/ballot-counts.server.ts'
import { sweepBallots } from '#domain/submissions/ballot-sweep.server.ts'
import { sweepDrafts } from '#domain/submissions/drafts.server.ts'
import { copyHidden } from '#domain/submissions/hidden.server.ts'
import { payLargeBallots, takeBackRemovedVotes } from '#domain/voting/points.server.ts'
import { foldTallies } from '#platform/database/tallies.server.ts'
import { sweepLimits } from '#platform/http/limits.server.ts'
import { sweepAttempts } from '#platform/identity/attempts.server.ts'
import { renderedImageDays } from '#platform/images/rendered-images.server.ts'

interface Job {
  name: string
  everyMs: number
  /** Returns soon after `stopping` aborts. */
  run(services: Services, stopping: AbortSignal): Promise<unknown>
}

const hour = 3_600_000

export const schedule: Job[] = [
  {
    name: 'advance challenges',
    everyMs: 500,
    run: ({ db, config }, stopping) => advanceDue(db, config.moderation, stopping),
  },
  {
    name: 'deliver notifications',
    everyMs: 1_000,
    run: ({ db, mailer }, stopping) => deliverEvents(db, { sendsMail: mailer !== null }, stopping),
  },
  {
    name: 'remove withdrawn announcements',
    everyMs: 1_000,
    run: ({ db }, stopping) => removeWithdrawn(db, stopping),
  },
  {
    name: 'count ballot orders',
    everyMs: 1_000,
    run: ({ db, config }, stopping) => countOrders(db, config.moderation, stopping),
  },
  { name: 'copy what challenges hide', everyMs: 1_000, run: ({ db }, stopping) => copyHidden(db, stopping) },
  { name: 'pay large ballots', everyMs: 1_000, run: ({ db }, stopping) => payLargeBallots(db, stopping) },
  {
    name: 'take back points of removed votes',
    everyMs: 1_000,
    run: ({ db }, stopping) => takeBackRemovedVotes(db, stopping),
  },
  { name: 'record reminders', everyMs: 30_000, run: ({ db }) => recordReminders(db) },
  { name: 'send mails', everyMs: 5_000, run: sendMails },
  { name: 'fold tallies', everyMs: 60_000, run: ({ db }) => foldTallies(db) },
  // A running process of an earlier release creates members without a skeleton.
  {
    name: 'fill name skeletons',
    everyMs: 60_000,
    run: ({ db }, stopping) => fillNameSkeletons(db, { signal: stopping }),
  },
  { name: 'sweep rate limits', everyMs: 10 * 60_000, run: ({ db }, stopping) => sweepLimits(db, stopping) },
  {
    name: 'sweep sign-in attempts',
    everyMs: 10 * 60_000,
    run: ({ db }, stopping) => sweepAttempts(db, stopping),
  },
  {
    name: 'sweep rejections',
    everyMs: 60_000,
    run: ({ db }, stopping) => sweepRejections(db, stopping),
  },
  {
    name: 'count vote patterns',
    everyMs: 60_000,
    run: ({ db }, stopping) => countPatterns(db, stopping),
  },
  {
    name: 'sweep deleted comments',
    everyMs: 10 * 60_000,
    run: ({ db }, stopping) => sweepComments(db, stopping),
  },
  { name: 'sweep old ballot orders', everyMs: hour, run: ({ db }, stopping) => sweepBallots(db, stopping) },
  { name: 'sweep barred identities', everyMs: hour, run: ({ db }, stopping) => sweepBars(db, stopping) },
  { name: 'sweep old networks', everyMs: hour, run: ({ db }, stopping) => sweepNetworks(db, stopping) },
  {
    name: 'sweep old notifications',
    everyMs: hour,
    run: ({ db }, stopping) => sweepNotifications(db, stopping),
  },
  { name: 'sweep old drafts', everyMs: hour, run: ({ db }, stopping) => sweepDrafts(db, stopping) },
  { name: 'sweep sent mails', everyMs: hour, run: ({ db }, stopping) => sweepMails(db, stopping) },
  { name: 'sweep past periods', everyMs: hour, run: ({ db }, stopping) => sweepPeriods(db, stopping) },
  { name: 'sweep old sessions', everyMs: hour, run: ({ db }, stopping) => sweepSessions(db, stopping) },
  {
    name: 'sweep unused images',
    everyMs: hour,
    run: (services, stopping) => sweepImages(services, ago(sweepAgeMs), stopping),
  },
  {
    name: 'sweep drawn images',
    everyMs: hour,
    run: ({ renderedImages }, stopping) =>
      renderedImages.removeUnused(ago(renderedImageDays * 24 * hour), stopping),
  },
]

async function sendMails({ db, mailer, config, log }: Services, stopping: AbortSignal): Promise<void> {
  if (!mailer) return
  const { sent, failed, error } = await sendDueMails({ db, mailer, config }, stopping)
  if (sent > 0) log.info({ sent }, 'mails were sent')
  if (failed > 0) log.warn({ failed, error }, 'mails could not be sent')
}

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
      await job.run(services, stopping)
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
