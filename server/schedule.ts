import sql from 'sql-template-tag'
import type { Services } from '#app/context.ts'
import { sweepImpressions } from '#domain/ballot/impressions.server.ts'
import { sweepComments } from '#domain/comments/commands.server.ts'
import { sweepPeriods } from '#domain/leaderboard/periods.server.ts'
import { advanceDue, nextTransition } from '#domain/lifecycle/advance.server.ts'
import { sweepAgeMs, sweepImages } from '#domain/media/sweep.server.ts'
import { sweepRejectedVotes } from '#domain/moderation/undo.server.ts'
import {
  deliverEvents,
  nextDelivery,
  recordReminders,
  removeWithdrawn,
  sweepNotifications,
} from '#domain/notifications/delivery.server.ts'
import { nextMail, sendDueMails, sweepMails } from '#domain/notifications/mails.server.ts'
import { nextPush, sendDuePushes } from '#domain/notifications/pushes.server.ts'
import { sweepInvitations } from '#domain/people/invitations.server.ts'
import { makeDueChallenges, nextInSeries } from '#domain/series/make.server.ts'
import { sweepBars } from '#domain/sessions/barred-identities.server.ts'
import { sweepSessions } from '#domain/sessions/sessions.server.ts'
import { sweepDrafts } from '#domain/submissions/drafts.server.ts'
import { sweepNetworks } from '#domain/voting/networks.server.ts'
import {
  nextWebhookDelivery,
  sendDueWebhooks,
  sweepWebhookDeliveries,
} from '#domain/webhooks/deliveries.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { sweepLimits } from '#platform/http/limits.server.ts'
import { outboundScope, postOutside } from '#platform/http/outbound.server.ts'
import { sweepAttempts } from '#platform/identity/attempts.server.ts'
import type { Job } from '#server/scheduler.ts'

const hour = 3_600_000

export const schedule: readonly Job[] = [
  {
    name: 'advance challenges',
    due: () => nextTransition,
    run: ({ db, settings }, stopping) => advanceDue(db, settings.current().moderation, stopping),
  },
  {
    name: 'make challenges of series',
    due: () => nextInSeries,
    run: ({ db }, stopping) => makeDueChallenges(db, stopping),
  },
  {
    name: 'deliver notifications',
    due: () => nextDelivery,
    run: ({ db, mailer }, stopping) =>
      inOrder([
        () => deliverEvents(db, { sendsMail: mailer !== null }, stopping),
        () => removeWithdrawn(db, stopping),
      ]),
  },
  { name: 'send mails', due: ({ mailer }) => (mailer ? nextMail : sql`null::timestamptz`), run: sendMails },
  { name: 'send push messages', due: () => nextPush, run: sendPushes },
  { name: 'send webhooks', due: () => nextWebhookDelivery, run: sendWebhooks },
  { name: 'record reminders', everyMs: 30_000, run: ({ db }) => recordReminders(db) },
  {
    name: 'sweep',
    everyMs: hour,
    run: ({ db }, stopping) => inOrder(sweeps.map((sweep) => () => sweep(db, stopping))),
  },
  {
    name: 'sweep files',
    everyMs: hour,
    run: (services, stopping) => sweepImages(services, new Date(Date.now() - sweepAgeMs), stopping),
  },
]

/** Remove rows that have expired. */
const sweeps = [
  sweepLimits,
  sweepAttempts,
  sweepComments,
  sweepBars,
  sweepImpressions,
  sweepInvitations,
  sweepNetworks,
  sweepNotifications,
  sweepDrafts,
  sweepMails,
  sweepPeriods,
  sweepRejectedVotes,
  sweepSessions,
  sweepWebhookDeliveries,
]

async function sendMails(
  { db, mailer, config, settings, log }: Services,
  stopping: AbortSignal,
): Promise<void> {
  if (!mailer) return
  const { sent, failed, error } = await sendDueMails(
    { db, mailer, config: { ...config, ...settings.current() } },
    stopping,
  )
  if (sent > 0) log.info({ sent }, 'mails were sent')
  if (failed > 0) log.warn({ failed, error }, 'mails could not be sent')
}

async function sendPushes({ db, config, settings, log }: Services, stopping: AbortSignal): Promise<void> {
  const { sent, failed, error } = await sendDuePushes(
    { db, config: { ...config, ...settings.current() }, post: postOutside },
    stopping,
  )
  if (sent > 0) log.info({ sent }, 'push messages were sent')
  if (failed > 0) log.warn({ failed, error }, 'push messages could not be sent')
}

async function sendWebhooks({ db, config, settings, log }: Services, stopping: AbortSignal): Promise<void> {
  const post: typeof postOutside = (address, message) => postOutside(address, message, outboundScope(config))
  const { sent, failed, error } = await sendDueWebhooks(
    { db, config: { ...config, ...settings.current() }, post },
    stopping,
  )
  if (sent > 0) log.info({ sent }, 'webhooks were sent')
  if (failed > 0) log.warn({ failed, error }, 'webhooks could not be sent')
}

/** Does one after the other. If some fail, the others are done before this throws. */
async function inOrder(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: Error[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
}
