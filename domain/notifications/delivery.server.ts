import sql, { join, raw, type Sql } from 'sql-template-tag'
import { submissionsOpen } from '#domain/challenges/scope.server.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import { countedAtCompletion } from '#domain/submissions/visibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { errorMessage } from '#platform/failure.ts'
import {
  isReceipt,
  KIND_SETTINGS,
  KINDS,
  type NotificationKind,
  notificationDays,
  REMINDER_HOURS,
} from './rules.ts'

/** Recipients that are written in one transaction. For each batch of results all places are counted. */
const batch = 500
const batchOfResults = 4_000

/** Mails and push messages about what may be undone, deleted or edited soon after wait, in minutes. */
const changeableDelay = 5
const changeable: readonly NotificationKind[] = ['submission_approved', 'submission_rejected', 'commented']

/**
 * Writes the notifications of all recorded events, their push messages, and the mails to be sent if `sendsMail`. Each batch of recipients is
 * written with the place that it reached, so that a crash neither loses nor repeats one. If an event fails, the others
 * are delivered before this throws. Returns how many were written.
 */
export async function deliverEvents(
  db: Db,
  { sendsMail }: { sendsMail: boolean },
  signal?: AbortSignal,
): Promise<number> {
  let written = 0
  // Events that failed or have a locked recipient. The next run continues with them.
  const left: string[] = []
  // Each other batch is of an event that had none yet, so that none waits for all recipients of another.
  const served = new Set<string>()
  const failures: Error[] = []
  for (let turn = 0; !signal?.aborted; turn++) {
    let event = undefined as DueEvent | undefined
    try {
      const isOthersTurn = turn % 2 === 1
      const delivered = await db.transaction(async (tx) => {
        event =
          (isOthersTurn ? await claimEvent(tx, [...left, ...served]) : undefined) ??
          (await claimEvent(tx, left))
        return event && (await deliverBatch(tx, event, sendsMail))
      })
      if (!event || !delivered) break
      if (delivered.isLeft) served.add(event.id)
      written += delivered.told
      if (delivered.isHeldUp) left.push(event.id)
    } catch (cause) {
      if (!event) throw cause
      left.push(event.id)
      failures.push(new Error(`event ${event.id} (${event.kind}): ${errorMessage(cause)}`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(errorMessage).join('; '))
  return written
}

/** An SQL expression of the time from which there are events to deliver or announcements to remove; null if there are none. */
export const nextDelivery = sql`least(
  (select created_at from notification_events where delivered_at is null order by created_at, id limit 1),
  (select withdrawn_at from notification_events where withdrawn_at is not null limit 1))`

interface DueEvent {
  id: string
  kind: NotificationKind
  userId: string | null
  challengeId: string | null
  announcementId: string | null
  isRestored: boolean
  reached: string | null
}

function claimEvent(tx: Db, left: readonly string[]): Promise<DueEvent | undefined> {
  return tx.row<DueEvent>(sql`
    select id, kind, user_id as "userId", challenge_id as "challengeId", announcement_id as "announcementId",
      coalesce((details ->> 'isRestored')::boolean, false) as "isRestored", reached
    from notification_events where delivered_at is null and withdrawn_at is null and id <> all(${left}::uuid[])
    order by created_at, id limit 1 for update skip locked`)
}

interface Delivered {
  told: number
  /** There are more recipients. */
  isLeft: boolean
  /** Another transaction holds the next recipient. */
  isHeldUp: boolean
}

/**
 * Suspended members are told without a mail, and read it once they are reinstated. The recipients are locked, so that
 * the deletion of an account removes their notifications or this finds them deleted. A deletion holds its members while
 * it deletes events, which this transaction holds, so it must not wait: it ends before the first recipient that is
 * locked, and a later run continues there.
 */
async function deliverBatch(tx: Db, event: DueEvent, sendsMail: boolean): Promise<Delivered> {
  const size = event.kind === 'results' ? batchOfResults : batch
  const written = await tx.row<{
    last: string | null
    recipients: number
    candidates: number
    told: number
  }>(sql`
    with candidates as materialized (
      select u.id, coalesce(s.channel, ${defaultChannel(sql`${event.kind}::text`)}) as channel
      from users u left join notification_settings s on s.user_id = u.id and s.kind = ${event.kind}
      where u.id > coalesce(${event.reached}::uuid, '00000000-0000-0000-0000-000000000000') and ${isInAudience(event)}
      order by u.id limit ${size}
    ),
    locked as materialized (
      select u.id, u.deleted_at, ${memberActive()} as active from users u
      where u.id = any(array(select id from candidates)) order by u.id for key share skip locked
    ),
    recipients as materialized (
      select id, c.channel, l.deleted_at, l.active from candidates c join locked l using (id)
      where id < all(array(select id from candidates except select id from locked))
    ),
    -- With their places. A join could compare each with all places.
    addressed as materialized (
      select id, max(channel) as channel, max(deleted_at) as deleted_at, bool_or(active) as active,
        max(place) as place, max(entries) as entries
      from (
        select id, channel, deleted_at, active, null::bigint as place, null::bigint as entries from recipients
        union all select user_id, null, null, null, place, entries from (${places(event)}) placed
      ) as addressed_or_placed
      group by id having max(channel) <> 'off' and max(deleted_at) is null
    ),
    told as (
      insert into notifications (user_id, event_id, created_at, read_at, details)
      select r.id, e.id, e.created_at, case when ${isReceipt(event.kind)} then e.created_at end,
        case when r.place is not null then jsonb_build_object('place', r.place, 'entries', r.entries)
          when ${hasDraft(event)} then jsonb_build_object('hasDraft', true) else '{}' end
      from addressed r join notification_events e on e.id = ${event.id}
      on conflict do nothing
      returning user_id
    ),
    mailed as (
      insert into mails (event_id, user_id, due_at)
      select ${event.id}::uuid, r.id, app_now() + make_interval(mins => ${mailDelay(event.kind)}::int)
      from told join recipients r on r.id = told.user_id
      where ${sendsMail && !event.isRestored} and r.channel = 'mail' and r.active
        and exists (select from identities i where i.user_id = r.id and ${takesMail})
    ),
    pushed as (
      insert into pushes (event_id, device_id, due_at)
      select ${event.id}::uuid, d.id, app_now() + make_interval(mins => ${mailDelay(event.kind)}::int)
      from told join recipients r on r.id = told.user_id
      join sessions x on x.user_id = r.id and x.expires_at > app_now() join push_devices d on d.session_id = x.id
      left join notification_settings s on s.user_id = r.id and s.kind = ${event.kind}
      where ${!event.isRestored && !isReceipt(event.kind)} and r.active and coalesce(s.push, true)
      -- A sign-out may delete the device at this moment.
      for key share of d skip locked
    )
    select (select id from recipients order by id desc limit 1) as last,
      (select count(*)::int from recipients) as recipients, (select count(*)::int from candidates) as candidates,
      (select count(*)::int from told) as told`)
  const { last = null, recipients = 0, candidates = 0, told = 0 } = written ?? {}
  const isHeldUp = recipients < candidates
  const isLeft = isHeldUp || candidates === size
  await tx.rows(sql`
    update notification_events set reached = coalesce(${last}::uuid, reached),
      delivered_at = case when ${!isLeft} then app_now() end
    where id = ${event.id}`)
  if (event.announcementId && told > 0)
    await tx.rows(sql`update announcements set told = told + ${told}::int where id = ${event.announcementId}`)
  return { told, isLeft, isHeldUp }
}

/** Whether the event is for the member `u`. */
function isInAudience(event: DueEvent): Sql {
  const { kind, userId, challengeId } = event
  return kind === 'announcement' && !challengeId && !userId ? sql`true` : sql`u.id in (${audience(event)})`
}

/** The members whom an event is for, as a query of ids. An event that is no longer true is for no one. */
function audience({ kind, userId, challengeId }: DueEvent): Sql {
  if (userId) return sql`select ${userId}::uuid`
  const followers = sql`select user_id from challenge_follows where challenge_id = ${challengeId}`
  const drafters = sql`select user_id from submission_drafts where challenge_id = ${challengeId}`
  const authors = sql`
    select user_id from submissions where challenge_id = ${challengeId} and status <> 'rejected'`
  const inStatus = (status: string) =>
    sql`exists (select from challenges c where c.id = ${challengeId} and c.status = ${status})`
  const involvedIn = (status: string) =>
    sql`${followers} and ${inStatus(status)} union ${authors} and ${inStatus(status)}`
  switch (kind) {
    case 'challenge_opened':
      return sql`${followers} and ${inStatus('active')}`
    case 'deadline_near':
      return sql`select user_id from (${followers} union ${drafters}) asked where exists (
        select from challenges c where c.id = ${challengeId} and ${submissionsOpen})
        except select user_id from submissions where challenge_id = ${challengeId}`
    case 'announcement':
      return sql`${followers} union ${authors} union select v.user_id from votes v
        join challenges c on c.id = v.challenge_id and not c.hides_votes
        where v.challenge_id = ${challengeId} and v.counts`
    case 'dates_moved':
      return sql`
        select user_id from (${followers} union ${drafters} union ${authors}
          union select user_id from votes where challenge_id = ${challengeId} and counts) relying
        where exists (select from challenges c where c.id = ${challengeId} and c.status <> 'draft')`
    case 'voting_opened':
      return involvedIn('voting')
    case 'results':
      return involvedIn('completed')
    case 'challenge_waits':
      return sql`select id from users where admin_badge`
    case 'submission_received':
    case 'submission_approved':
    case 'submission_rejected':
    case 'commented':
    case 'comment_hidden':
    case 'report_resolved':
    case 'vote_voided':
    case 'rank_changed':
      throw new Error(`An event of the kind ${kind} has no recipient`)
  }
}

/** Whether the recipient `r` has a draft that the reminder of a deadline mentions. */
function hasDraft({ kind, challengeId }: DueEvent): Sql {
  return sql`${kind === 'deadline_near'} and exists (
    select from submission_drafts d where d.challenge_id = ${challengeId} and d.user_id = r.id)`
}

/** For results, the places of the submissions that counted, as `placing` has them; a submission without a vote has none. */
function places({ kind, challengeId }: DueEvent): Sql {
  return sql`
    select s.user_id, case when s.votes = 0 then null
        when row_number() over (order by s.votes desc, s.content_changed_at, s.id) = 1 then 1
        else greatest(2, rank() over (order by s.votes desc)) end as place, count(*) over () as entries
    from submissions s join completions k on k.challenge_id = s.challenge_id and k.revoked_at is null
    where ${kind === 'results'} and s.challenge_id = ${challengeId} and ${countedAtCompletion}`
}

function mailDelay(kind: NotificationKind): number {
  return changeable.includes(kind) ? changeableDelay : 0
}

/** Whether mails go to the address of the identity `i`. */
export const takesMail = sql`(
  (i.email_verified or i.email_trusted) and i.email is not null and i.email is distinct from i.refused_email)`

/** The channel of a kind until the member chooses, for the SQL expression `kind`. */
export function defaultChannel(kind: Sql): Sql {
  const cases = KINDS.map(
    (name) => sql`when ${raw(`'${name}'`)} then ${raw(`'${KIND_SETTINGS[name].defaultChannel}'`)}`,
  )
  return sql`case ${kind} ${join(cases, ' ')} end`
}

/**
 * Records the reminders of deadlines that are near, once for each deadline and each of `REMINDER_HOURS` (NOTE-2). A
 * challenge that opened less than that before its deadline has no such reminder.
 */
export async function recordReminders(db: Db): Promise<void> {
  await db.rows(sql`
    insert into notification_events (id, kind, key, challenge_id, details)
    select gen_random_uuid(), 'deadline_near', concat_ws(':', 'deadline', c.id, extract(epoch from c.deadline), near.hours), c.id,
      jsonb_build_object('hours', near.hours, 'deadline', c.deadline)
    from challenges c cross join lateral (
      select min(h) as hours from unnest(${REMINDER_HOURS}::int[]) h where c.deadline <= app_now() + make_interval(hours => h)
    ) near
    where ${submissionsOpen} and near.hours is not null
      and coalesce(c.activated_at, c.created_at) < c.deadline - make_interval(hours => near.hours)
    on conflict (key) do nothing`)
}

/** Deletes notifications and events after `notificationDays`; returns how many events. */
export function sweepNotifications(db: Db, signal?: AbortSignal): Promise<number> {
  return removeEvents(
    db,
    sql`e.delivered_at is not null and e.created_at < app_now() - make_interval(days => ${notificationDays})`,
    signal,
  )
}

/** Removes the notifications of withdrawn announcements, with their mails; returns how many announcements. */
export function removeWithdrawn(db: Db, signal?: AbortSignal): Promise<number> {
  return removeEvents(db, sql`e.withdrawn_at is not null`, signal)
}

/** Deletes events in batches. An event may have 100,000 notifications, so these are deleted before it. */
async function removeEvents(db: Db, isOver: Sql, signal?: AbortSignal): Promise<number> {
  await sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from notifications where (event_id, user_id) in (
          select n.event_id, n.user_id from notification_events e join notifications n on n.event_id = e.id
          where ${isOver} limit ${limit} for update of n skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from notification_events where id in (
          select e.id from notification_events e
          where ${isOver} and not exists (select from notifications n where n.event_id = e.id)
          order by e.created_at limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
