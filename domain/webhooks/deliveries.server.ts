import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { OutboundRefusal, type postOutside } from '#platform/http/outbound.server.ts'
import { inLanes } from '#platform/lanes.ts'
import { type RecordedEvent, webhookEvent } from './content.server.ts'
import { discordMessage } from './discord.ts'
import { standardMessage, type WebhookEvent, type WebhookSite } from './messages.ts'
import { GONE, MOST_GIVEN_UP, type WebhookFormat } from './rules.ts'
import { slackMessage } from './slack.ts'

/** Webhooks that a process sends to at a time. Each request has its own time limit, that of `postOutside`. */
const lanes = 4

/** A delivery that a process took and did not report is due again after this time, in minutes. */
const claimMinutes = 5

/** The wait after each failed attempt, in minutes. After the last one the delivery is given up: 26 hours in all. */
const retryMinutes = [1, 5, 30, 120, 300, 480, 600] as const

const longestAnswer = 200

const switchedOff = 'Not sent: the webhook was switched off'

const MESSAGES: Record<WebhookFormat, (event: WebhookEvent, site: WebhookSite) => object> = {
  standard: standardMessage,
  discord: discordMessage,
  slack: slackMessage,
}

/** An SQL expression of the time at which the next delivery is due; null if none waits. */
export const nextWebhookDelivery = sql`(select min(due_at) from webhook_deliveries where status = 'waiting')`

interface WebhookServices {
  db: Db
  config: WebhookSite & { moderation: Moderation }
  post: (...args: Parameters<typeof postOutside>) => Promise<number>
}

interface Claimed extends RecordedEvent {
  id: string
  webhookId: string
  attempts: number
  url: string
  format: WebhookFormat
  secret: string
  /** The webhook is on, or an administrator sends it. */
  isWanted: boolean
  /** The database's time. */
  now: Date
}

type Result = { is: 'delivered' | 'dropped'; answer: string } | Failed
interface Failed {
  is: 'failed'
  answer: string
  isFinal: boolean
  /** The receiver wants no more. */
  isGone: boolean
}

interface SentWebhooks {
  sent: number
  failed: number
  error: string | null
}

/**
 * Sends what is due to webhooks (HOOK-4), one delivery at a time for each webhook. Failures are repeated, with growing
 * waits; an address that may not be requested and a receiver that is gone are given up at once. A delivery may arrive
 * twice if a process ends before it noted it, with the same id.
 */
export async function sendDueWebhooks(
  services: WebhookServices,
  signal?: AbortSignal,
): Promise<SentWebhooks> {
  const { db } = services
  const result: SentWebhooks = { sent: 0, failed: 0, error: null }
  await inLanes<Claimed>({
    atOnce: lanes,
    signal,
    claim: (busy) => claimDelivery(db, busy),
    addressOf: ({ webhookId }) => webhookId,
    async send(delivery) {
      const one = await sendOne(services, delivery)
      await noteResult(db, delivery, one)
      if (one.is === 'delivered') result.sent++
      if (one.is !== 'failed') return
      result.failed++
      result.error = one.answer
    },
  })
  return result
}

/** The next delivery that is due to a webhook not in `busy`. */
function claimDelivery(db: Db, busy: readonly string[]): Promise<Claimed | undefined> {
  return db.row(sql`
    with due as materialized (
      select id from webhook_deliveries
      where status = 'waiting' and due_at <= app_now() and webhook_id <> all(${busy}::uuid[])
      order by due_at limit 1 for update skip locked
    )
    update webhook_deliveries d
    set due_at = app_now() + make_interval(mins => ${claimMinutes}::int), attempts = d.attempts + 1
    from due, webhooks w
    where d.id = due.id and w.id = d.webhook_id
    returning d.id, d.webhook_id as "webhookId", d.kind, d.challenge_id as "challengeId",
      d.submission_id as "submissionId", d.details, d.created_at as at, d.attempts, w.url, w.format, w.secret,
      w.enabled or d.by_hand as "isWanted", app_now() as now`)
}

async function sendOne({ db, config, post }: WebhookServices, delivery: Claimed): Promise<Result> {
  // Recorded by a transaction that began before it was switched off.
  if (!delivery.isWanted) return { is: 'dropped', answer: switchedOff }
  const event = await webhookEvent(db, config.moderation, delivery)
  if (!event) return { is: 'dropped', answer: 'Not sent: it is not public or no longer so' }
  try {
    return resultOf(await post(delivery.url, requestOf(event, delivery, config)))
  } catch (error) {
    const isFinal = error instanceof OutboundRefusal
    return { is: 'failed', answer: `Not sent: ${reasonOf(error)}`, isFinal, isGone: false }
  }
}

function requestOf(event: WebhookEvent, { id, format, secret, now }: Claimed, site: WebhookSite) {
  const body = JSON.stringify(MESSAGES[format](event, site))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Creative-Dojo-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  return { headers, body: Buffer.from(body) }
}

function resultOf(status: number): Result {
  const answer = `Answered ${status}`
  if (status >= 200 && status < 300) return { is: 'delivered', answer }
  const isGone = status === GONE
  return { is: 'failed', answer, isFinal: isGone, isGone }
}

function reasonOf(error: unknown): string {
  const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
  return isLate ? 'no answer in time' : errorMessage(error)
}

/** Notes what came of an attempt, unless another process has taken the delivery since. */
async function noteResult(db: Db, delivery: Claimed, result: Result): Promise<void> {
  const { id, webhookId, attempts } = delivery
  const answer = result.answer.slice(0, longestAnswer)
  const isThis = sql`id = ${id} and status = 'waiting' and attempts = ${attempts}`
  const wait = result.is === 'failed' && !result.isFinal ? retryMinutes[attempts - 1] : undefined
  if (wait !== undefined) {
    await db.rows(sql`
      update webhook_deliveries set due_at = app_now() + make_interval(mins => ${wait}::int), answer = ${answer}
      where ${isThis}`)
    return
  }
  const status = result.is === 'failed' ? 'given_up' : result.is
  await db.transaction(async (tx) => {
    // The webhook first, as its deletion locks them.
    await tx.rows(sql`select from webhooks where id = ${webhookId} for no key update`)
    const ended = await tx.row(sql`
      update webhook_deliveries set status = ${status}, answer = ${answer}, ended_at = app_now()
      where ${isThis} returning 1 as ended`)
    if (!ended || result.is === 'dropped') return
    const given = await tx.row<{ givenUp: number; enabled: boolean }>(sql`
      update webhooks set given_up = ${result.is === 'failed' ? sql`least(given_up + 1, 1000)` : 0}
      where id = ${webhookId} returning given_up as "givenUp", enabled`)
    const isOver = result.is === 'failed' && (result.isGone || (given?.givenUp ?? 0) >= MOST_GIVEN_UP)
    if (!isOver || !given?.enabled) return
    await tx.rows(sql`
      update webhooks set enabled = false, switched_off_at = app_now(), version = version + 1 where id = ${webhookId}`)
    await giveUpWaiting(tx, webhookId)
  })
}

/** Gives up what waits for a webhook that was switched off. */
export async function giveUpWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx.rows(sql`
    update webhook_deliveries set status = 'given_up', answer = ${switchedOff},
      ended_at = app_now()
    where webhook_id = ${webhookId} and status = 'waiting'`)
}

/** Deletes deliveries 30 days after they ended; returns how many. */
export function sweepWebhookDeliveries(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from webhook_deliveries where id in (
          select id from webhook_deliveries
          where status <> 'waiting' and ended_at < app_now() - interval '30 days'
          limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
