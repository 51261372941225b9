import sql from 'sql-template-tag'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { OutboundRefusal, type postOutside } from '#platform/http/outbound.server.ts'
import { inLanes } from '#platform/lanes.ts'
import { isolated } from '#platform/text/isolated.ts'
import { type PushKeys, type PushSubscription, pushKeys } from './push-devices.server.ts'
import { content, contentJoins } from './queries.server.ts'
import { type NotificationContent, notificationText } from './rules.ts'

/** Devices that a process sends to at a time. Each message has its own time limit, that of `postOutside`. */
const lanes = 6

/** A message that a process took and did not report is due again after this time, in minutes. */
const claimMinutes = 5

/** The wait after each failed attempt, in minutes. After the last one the message is given up. */
const retryMinutes = [1, 5, 15, 60, 240] as const

/** How long the maker of the browser keeps a message for a device that is off. */
const keptSeconds = 24 * 60 * 60

const longestTitle = 160

/** An SQL expression of the time at which the next push message is due; null if none waits. */
export const nextPush = sql`(select min(due_at) from pushes)`

interface PushServices {
  db: Db
  config: { publicUrl: string; contactEmail: string; moderation: Moderation }
  post: (...args: Parameters<typeof postOutside>) => Promise<number>
}

interface ClaimedPush extends NotificationContent, PushSubscription {
  eventId: string
  deviceId: string
  attempts: number
}

interface SentPushes {
  sent: number
  failed: number
  error: string | null
}

type Result = { is: 'sent' | 'gone' } | { is: 'failed'; error: string; isFinal: boolean }

/**
 * Sends the push messages that are due (NOTE-15). A device that no longer exists is forgotten; a refused message is not
 * repeated; other failures are, with growing waits. A message may arrive twice if a process ends before it noted it.
 */
export async function sendDuePushes(services: PushServices, signal?: AbortSignal): Promise<SentPushes> {
  const { db, config } = services
  const result: SentPushes = { sent: 0, failed: 0, error: null }
  const keys = await pushKeys(db)
  await inLanes<ClaimedPush>({
    atOnce: lanes,
    signal,
    claim: (busy) => claimPush(db, config.moderation, busy),
    addressOf: ({ deviceId }) => deviceId,
    async send(push) {
      const one = await sendPush(services, keys, push)
      await noteResult(db, push, one)
      if (one.is === 'sent') result.sent++
      if (one.is !== 'failed') return
      result.failed++
      result.error = one.error
    },
  })
  return result
}

/**
 * The next message that is due for a device not in `busy`, or undefined. One that is no longer needed is dropped, and
 * null returned: it was read, withdrawn or turned off, or is for a member who may not act.
 */
function claimPush(
  db: Db,
  moderation: Moderation,
  busy: readonly string[],
): Promise<ClaimedPush | null | undefined> {
  return db.transaction(async (tx) => {
    const taken = await tx.row<{ eventId: string; deviceId: string }>(sql`
      update pushes p set due_at = app_now() + make_interval(mins => ${claimMinutes}::int), attempts = attempts + 1
      from (select event_id, device_id from pushes where due_at <= app_now() and device_id <> all(${busy}::uuid[])
        order by due_at limit 1 for update skip locked) due
      where p.event_id = due.event_id and p.device_id = due.device_id
      returning p.event_id as "eventId", p.device_id as "deviceId"`)
    if (!taken) return undefined
    const isTaken = sql`p.event_id = ${taken.eventId} and p.device_id = ${taken.deviceId}`
    const needed = await tx.row<ClaimedPush>(sql`
      select p.event_id as "eventId", p.device_id as "deviceId", p.attempts, d.endpoint, d.p256dh, d.auth,
        ${content(moderation)}
      from pushes p join push_devices d on d.id = p.device_id
      join sessions x on x.id = d.session_id and x.expires_at > app_now()
      join users u on u.id = x.user_id and ${memberActive()}
      join notifications n on n.event_id = p.event_id and n.user_id = u.id and n.read_at is null
      ${contentJoins}
      left join notification_settings o on o.user_id = u.id and o.kind = e.kind
      where ${isTaken} and e.withdrawn_at is null and coalesce(o.push and o.channel <> 'off', true)
        and (e.kind <> 'deadline_near' or (c.status = 'active' and c.deadline > app_now()))`)
    if (!needed) await tx.rows(sql`delete from pushes p where ${isTaken}`)
    return needed ?? null
  })
}

async function sendPush({ config, post }: PushServices, keys: PushKeys, push: ClaimedPush): Promise<Result> {
  const { heading, subject } = notificationText(push)
  const title = `${heading}: ${isolated(subject)}`.slice(0, longestTitle)
  const message = JSON.stringify({ title, path: `/notifications/${push.eventId}` })
  const { endpoint, p256dh, auth } = push
  try {
    const { default: webPush } = await import('web-push')
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject: `mailto:${config.contactEmail}`, ...keys },
      TTL: keptSeconds,
    })
    const { body } = request
    return resultOf(await post(endpoint, { headers: request.headers as Record<string, string>, body }))
  } catch (error) {
    if (error instanceof OutboundRefusal) return { is: 'gone' }
    return { is: 'failed', error: errorMessage(error), isFinal: false }
  }
}

function resultOf(status: number): Result {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const isFinal = status < 500 && status !== 429
  return { is: 'failed', error: `the push service answered ${status}`, isFinal }
}

async function noteResult(db: Db, push: ClaimedPush, result: Result): Promise<void> {
  const { eventId, deviceId, attempts } = push
  const isThis = sql`event_id = ${eventId} and device_id = ${deviceId}`
  const wait = result.is === 'failed' && !result.isFinal ? retryMinutes[attempts - 1] : undefined
  if (result.is === 'gone') await db.rows(sql`delete from push_devices where id = ${deviceId}`)
  else if (wait === undefined) await db.rows(sql`delete from pushes where ${isThis}`)
  // Its other messages wait with it.
  else
    await db.rows(sql`
      update pushes set due_at = app_now() + make_interval(mins => ${wait}::int), attempts = greatest(attempts, ${attempts})
      where device_id = ${deviceId} and (due_at <= app_now() or event_id = ${eventId})`)
}
