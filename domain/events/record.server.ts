import sql, { type Sql } from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { NotificationContent, NotificationKind, Waiting } from '#domain/notifications/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { withdrawWebhookEvent } from './webhooks.server.ts'

interface NotificationEvent {
  kind: NotificationKind
  /** Names what happened, at most 200 characters. An event with a known key is ignored. */
  key: string
  /** The only recipient. By default the audience of the kind. */
  userId?: string
  challengeId?: string
  submissionId?: string
  details?: NotificationContent['details']
}

/**
 * Records an event in the transaction in which it happens; the schedule tells its recipients (NOTE-1). None for a
 * deleted member.
 */
export function recordNotificationEvent(tx: Db, event: NotificationEvent): Promise<void> {
  return recordNotificationEvents(tx, [event])
}

export async function recordNotificationEvents(tx: Db, events: readonly NotificationEvent[]): Promise<void> {
  if (events.length === 0) return
  const column = <Value>(value: (event: NotificationEvent) => Value) => events.map(value)
  await tx.rows(sql`
    with members as (
      select id from users where id = any(${column(({ userId }) => userId ?? null)}::uuid[]) and deleted_at is null
      order by id for key share
    )
    insert into notification_events (id, kind, key, user_id, challenge_id, submission_id, details)
    select * from unnest(
      ${column(() => newId())}::uuid[], ${column(({ kind }) => kind)}::text[], ${column(({ key }) => key)}::text[],
      ${column(({ userId }) => userId ?? null)}::uuid[], ${column(({ challengeId }) => challengeId ?? null)}::uuid[],
      ${column(({ submissionId }) => submissionId ?? null)}::uuid[],
      ${column(({ details }) => JSON.stringify(details ?? {}))}::jsonb[])
      as event (id, kind, key, user_id, challenge_id, submission_id, details)
    where user_id is null or user_id in (select id from members)
    on conflict (key) do nothing`)
}

/** Tells administrators that a challenge waits for them, once a day for each reason. */
export async function recordWaiting(tx: Db, challengeId: string, waits: Waiting): Promise<void> {
  await tx.rows(sql`
    insert into notification_events (id, kind, key, challenge_id, details)
    values (${newId()}, 'challenge_waits', concat_ws(':', 'waits', ${challengeId}::text, ${waits}::text, utc_day(app_now())),
      ${challengeId}, jsonb_build_object('waits', ${waits}::text))
    on conflict (key) do nothing`)
}

/** Tells of a challenge that takes entries for the first time, or votes; `before` is the status that it had. */
export async function recordOpening(tx: Db, challengeId: string, before: ChallengeStatus): Promise<void> {
  await tx.rows(sql`
    insert into notification_events (id, kind, key, challenge_id)
    select gen_random_uuid(), case c.status when 'voting' then 'voting_opened' else 'challenge_opened' end,
      concat_ws(':', c.status, c.id, extract(epoch from coalesce(c.voting_ends_at, c.deadline, app_now()))), c.id
    from challenges c where c.id = ${challengeId} and case c.status
      when 'voting' then ${before} <> 'voting' when 'active' then ${before} in ('draft', 'upcoming') else false end
    on conflict (key) do nothing`)
}

/** Withdraws what an author was told of a rejection that no longer holds, and of an approval unless it does. */
export async function withdrawJudgements(tx: Db, submissionId: string): Promise<void> {
  await tx.rows(sql`
    delete from notification_events e using submissions s where s.id = ${submissionId} and e.submission_id = s.id
      and (e.kind = 'submission_rejected' or (e.kind = 'submission_approved' and s.status = 'pending'))`)
}

/** Tells each voter of a batch of voided votes who is not deleted. `reason` is as members read it. */
export async function recordVoidedVotes(tx: Db, batchId: string, reason: string): Promise<void> {
  await tx.rows(sql`
    with voters as (
      select u.id from users u join votes v on v.user_id = u.id
      where v.voided_batch_id = ${batchId} and u.deleted_at is null order by u.id for key share of u
    )
    insert into notification_events (id, kind, key, user_id, challenge_id, details)
    select gen_random_uuid(), 'vote_voided', ${voidedKey}, v.user_id, v.challenge_id,
      jsonb_build_object('reason', ${reason}::text)
    from votes v join voters on voters.id = v.user_id where v.voided_batch_id = ${batchId}
    on conflict (key) do nothing`)
}

/** Withdraws the events of a batch; before its votes are restored. */
export async function withdrawVoidedVotes(tx: Db, batchId: string): Promise<void> {
  await tx.rows(sql`
    delete from notification_events where key in (
      select ${voidedKey} from votes v where v.voided_batch_id = ${batchId})`)
}

const voidedKey = sql`concat_ws(':', 'voided', v.voided_batch_id, v.user_id)`

/** Withdraws what was told of comments, in the transaction that hides, restores or deletes them. */
export async function withdrawCommentEvents(tx: Db, commentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from notification_events where kind in ('commented', 'comment_hidden')
      and details ->> 'commentId' = any(${commentIds}::text[])`)
}

/** Deletes reports with what they are about, and tells their senders that those still open are settled by it. */
export async function deleteReports(tx: Db, which: Sql): Promise<void> {
  await tx.rows(sql`with ${deletedReports(which)} select`)
}

/** As `deleteReports`, as the end of a WITH clause. */
export function deletedReports(which: Sql): Sql {
  return sql`
    deleted_reports as (
      delete from reports where ${which} returning id, reporter_id, resolved_at,
        case when member_id is not null then 'member' when comment_id is not null then 'comment' else 'submission' end as reported
    ),
    told_senders as (
      insert into notification_events (id, kind, key, user_id, details)
      select gen_random_uuid(), 'report_resolved', 'report:' || d.id, u.id,
        jsonb_build_object('deleted', true, 'reported', d.reported)
      from deleted_reports d join users u on u.id = d.reporter_id and u.deleted_at is null where d.resolved_at is null
      order by u.id
      on conflict (key) do nothing
    )`
}

/** The reports on submissions and on the comments on them; `ids` is a query. By arrays, so that indexes find them. */
export function reportsOn(ids: Sql): Sql {
  return sql`submission_id = any(array(${ids}))
    or comment_id = any(array(select id from comments where submission_id in (${ids})))`
}

/** Withdraws the results of a revoked completion. */
export async function withdrawResults(tx: Db, completionId: string): Promise<void> {
  await tx.rows(sql`delete from notification_events where key = ${resultsKey(completionId)}`)
  await withdrawWebhookEvent(tx, resultsKey(completionId))
}

export function resultsKey(completionId: string): string {
  return `results:${completionId}`
}
