import sql, { type Sql } from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { titleVisible } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { errorMessage } from '#platform/failure.ts'
import { MailError, type Mailer } from '#platform/mail/mailer.server.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import { unsubscribeHash } from './commands.server.ts'
import { takesMail } from './delivery.server.ts'
import { mailMessage } from './mail-message.server.ts'
import { content, contentJoins } from './queries.server.ts'
import type { NotificationContent } from './rules.ts'

/** Mails that a process takes at a time. */
const batch = 20

/** Mails that are no longer needed and are dropped at a time. */
const needlessBatch = 1_000

/** A mail that a process took and did not report is due again after this time, in minutes. */
const claimMinutes = 5

/** The wait after each failed attempt, in minutes. After the last one the mail is given up: 34 hours in all. */
const retryMinutes = [1, 5, 15, 60, 240, 720, 1_000] as const

/** An SQL expression of the time at which the next mail is due; null if none waits. */
export const nextMail = sql`(select min(due_at) from mails where sent_at is null and failed_at is null)`

interface MailServices {
  db: Db
  mailer: Mailer
  config: { productName: string; publicUrl: string; moderation: Moderation; timeZone: string }
}

interface ClaimedMail extends NotificationContent {
  eventId: string
  userId: string
  attempts: number
  name: string
  /** Of the member, if it is known. */
  timeZone: string | null
  address: string
  unsubscribeToken: string
}

interface SentMails {
  sent: number
  failed: number
  /** What the mail server last failed with. */
  error: string | null
}

/**
 * Sends the mails that are due (NOTE-7). A claim keeps other processes from sending the same mail. A mail that was sent
 * by a process that ended before it noted this is sent again, with the same message id, by which mail programs show it
 * once. A refused mail is not repeated, and an unknown address gets no others; other failures are repeated, with growing
 * waits.
 */
export async function sendDueMails(
  { db, mailer, config }: MailServices,
  signal?: AbortSignal,
): Promise<SentMails> {
  const result: SentMails = { sent: 0, failed: 0, error: null }
  // Once: it reads all that are due. Those that become needless later are noticed before they are sent.
  while ((await skipNeedlessMails(db, config.moderation)) === needlessBatch && !signal?.aborted);
  while (!signal?.aborted) {
    const claimed = await claimMails(db, config.moderation)
    if (claimed.length === 0) break
    for (const [at, mail] of claimed.entries()) {
      if (signal?.aborted) {
        await release(db, claimed.slice(at))
        break
      }
      if (!(await isStillNeeded(db, mail, config.moderation))) continue
      const error = await sendMail(mailer, mail, config)
      if (!error) {
        await noteSent(db, mail)
        result.sent++
        continue
      }
      await noteFailure(db, mail, error)
      result.failed++
      result.error = errorMessage(error)
      if (!error.isOutage) continue
      await release(db, claimed.slice(at + 1))
      return result
    }
  }
  return result
}

/** Null after success. */
async function sendMail(
  mailer: Mailer,
  mail: ClaimedMail,
  site: MailServices['config'],
): Promise<MailError | null> {
  const { eventId, userId, name, address, unsubscribeToken, kind } = mail
  try {
    await mailer.send(
      mailMessage({
        id: `${eventId}.${userId}`,
        content: mail,
        recipient: { name, address },
        zone: mail.timeZone ?? site.timeZone,
        unsubscribePath: `/unsubscribe/${kind}/${userId}/${unsubscribeToken}`,
        site,
      }),
    )
    return null
  } catch (error) {
    if (error instanceof MailError) return error
    throw error
  }
}

function claimMails(db: Db, moderation: Moderation): Promise<ClaimedMail[]> {
  return db.transaction(async (tx) => {
    const claimed = await tx.rows<{ eventId: string; userId: string }>(sql`
      update mails m set due_at = app_now() + make_interval(mins => ${claimMinutes}::int), attempts = attempts + 1
      from (select event_id, user_id from mails where sent_at is null and failed_at is null and due_at <= app_now()
        order by due_at limit ${batch} for update skip locked) due
      where m.event_id = due.event_id and m.user_id = due.user_id
      returning m.event_id as "eventId", m.user_id as "userId"`)
    return tx.rows<ClaimedMail>(sql`
      select m.event_id as "eventId", m.user_id as "userId", m.attempts, u.display_name as name, u.time_zone as "timeZone", i.email as address,
        encode(${unsubscribeHash(sql`u.id`, sql`e.kind`)}, 'hex') as "unsubscribeToken", ${content(moderation)}
      from unnest(${claimed.map(({ eventId }) => eventId)}::uuid[], ${claimed.map(({ userId }) => userId)}::uuid[])
        as claimed (event_id, user_id)
      join mails m on m.event_id = claimed.event_id and m.user_id = claimed.user_id
      join notifications n on n.event_id = m.event_id and n.user_id = m.user_id
      join users u on u.id = m.user_id
      cross join lateral (select i.email from identities i where i.user_id = u.id and ${takesMail}
        order by i.issuer, i.subject limit 1) i
      ${contentJoins}
      order by m.due_at, m.event_id, m.user_id`)
  })
}

/**
 * Drops mails that are due but no longer needed: the member has read the notification, has turned the mails of its kind
 * off, has no verified address any more or may not act, the time to enter is over, the challenge is a draft, the
 * announcement was withdrawn, the submission with the comment is another member's and not public, or a mail about
 * comments on it was sent since this one was written. Returns how many, at most `needlessBatch`.
 */
async function skipNeedlessMails(db: Db, moderation: Moderation): Promise<number> {
  const dropped = await db.rows(sql`
    delete from mails m using (
      select m.event_id, m.user_id from ${mailsWithReasons}
      where m.sent_at is null and m.failed_at is null and m.due_at <= app_now() and ${isNeedless(moderation)}
      order by m.due_at limit ${needlessBatch} for update of m skip locked) needless
    where m.event_id = needless.event_id and m.user_id = needless.user_id
    returning 1`)
  return dropped.length
}

/** Whether a claimed mail is to be sent by this process: those before it may have taken minutes. */
async function isStillNeeded(
  db: Db,
  { eventId, userId, attempts }: ClaimedMail,
  moderation: Moderation,
): Promise<boolean> {
  const mail = await db.row(sql`
    select from ${mailsWithReasons}
    where m.event_id = ${eventId} and m.user_id = ${userId} and m.sent_at is null and m.attempts = ${attempts}
      and ${isNeedless(moderation)} is not true`)
  return mail !== undefined
}

const mailsWithReasons = sql`mails m
  join notifications n on n.event_id = m.event_id and n.user_id = m.user_id
  join notification_events e on e.id = m.event_id
  join users u on u.id = m.user_id
  left join challenges c on c.id = e.challenge_id
  left join submissions s on s.id = e.submission_id
  left join notification_settings o on o.user_id = m.user_id and o.kind = e.kind`

function isNeedless(moderation: Moderation): Sql {
  return sql`(
    (n.read_at is not null and e.kind <> 'submission_received') or o.channel in ('app', 'off')
    or u.suspended_at is not null or u.deleted_at is not null or c.status = 'draft' or e.withdrawn_at is not null
    or (e.kind = 'commented' and not ${titleVisible(moderation, sql`m.user_id`)})
    or (e.kind = 'commented' and exists (
      select from notification_events o join mails w on w.event_id = o.id and w.user_id = m.user_id
      where o.submission_id = e.submission_id and o.kind = 'commented' and w.sent_at > e.created_at))
    or (e.kind = 'deadline_near' and (c.status <> 'active' or c.deadline <= app_now()))
    or not exists (select from identities i where i.user_id = u.id and ${takesMail}))`
}

async function noteSent(db: Db, { eventId, userId }: ClaimedMail): Promise<void> {
  await db.rows(sql`
    update mails set sent_at = app_now(), error = null where event_id = ${eventId} and user_id = ${userId}`)
}

async function noteFailure(
  db: Db,
  { eventId, userId, attempts, address }: ClaimedMail,
  error: MailError,
): Promise<void> {
  if (error.isUnknownRecipient)
    await db.rows(
      sql`update identities set refused_email = email where user_id = ${userId} and email = ${address}`,
    )
  const wait = error.isFinal ? undefined : retryMinutes[attempts - 1]
  await db.rows(sql`
    update mails set error = ${errorMessage(error).slice(0, 300)},
      failed_at = case when ${wait === undefined} then app_now() end,
      due_at = app_now() + make_interval(mins => ${wait ?? 0}::int)
    where event_id = ${eventId} and user_id = ${userId}`)
}

/** Gives claimed mails back that were not tried. */
async function release(db: Db, mails: readonly ClaimedMail[]): Promise<void> {
  await db.rows(sql`
    update mails m set due_at = app_now() + interval '1 minute', attempts = greatest(attempts - 1, 0)
    from unnest(${mails.map(({ eventId }) => eventId)}::uuid[], ${mails.map(({ userId }) => userId)}::uuid[])
      as released (event_id, user_id)
    where m.event_id = released.event_id and m.user_id = released.user_id`)
}

export interface MailState {
  waiting: number
  /** In the last 7 days. */
  sent: number
  failed: number
  /** The newest failure of the last 7 days or of a mail that waits. */
  lastError: string | null
}

/** What organisers see of the mails (NOTE-9). Counts stop at 10,000. */
export async function mailState(db: Db): Promise<MailState> {
  const week = sql`app_now() - interval '7 days'`
  const state = await db.row<MailState>(sql`
    select (select count(*)::int from (
        select from mails where sent_at is null and failed_at is null limit 10000) counted) as waiting,
      (select count(*)::int from (
        select from mails where sent_at > ${week} limit 10000) counted) as sent,
      (select count(*)::int from (
        select from mails where failed_at > ${week} limit 10000) counted) as failed,
      coalesce(
        (select error from mails where sent_at is null and failed_at is null and error is not null
          order by due_at desc limit 1),
        (select error from mails where failed_at > ${week} order by failed_at desc limit 1)) as "lastError"`)
  return state ?? { waiting: 0, sent: 0, failed: 0, lastError: null }
}

/**
 * Makes mails due that were given up in the last 7 days or wait after a failure, also those to addresses that were
 * refused (NOTE-9); returns how many. Those that a process is sending are left alone. Administrators only.
 */
export function retryMails(db: Db, viewer: Viewer): Promise<Outcome<number>> {
  return adminTransaction(db, viewer, 'settings', async (tx) => {
    const retried = await tx.row<{ count: number }>(sql`
    with retried as (
      update mails set failed_at = null, due_at = app_now(), attempts = 0
      where failed_at > app_now() - interval '7 days'
        or (sent_at is null and failed_at is null and error is not null
          and due_at > app_now() + make_interval(mins => ${claimMinutes}::int))
      returning user_id),
    trusted as (
      update identities set refused_email = null
      where refused_email is not null and user_id in (select user_id from retried))
    select count(*)::int as count from retried`)
    await tx.rows(sql`select pg_notify('schedule', '')`)
    return done(retried?.count ?? 0)
  })
}

/** Deletes what is known of mails 30 days after they were sent or given up; returns how many. */
export function sweepMails(db: Db, signal?: AbortSignal): Promise<number> {
  const done = sql`app_now() - interval '30 days'`
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from mails where (event_id, user_id) in (
          select event_id, user_id from mails where sent_at < ${done} or failed_at < ${done}
          limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
