import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { NotificationContent, NotificationKind } from './rules.ts'

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

/** Withdraws the results of a revoked completion. */
export async function withdrawResults(tx: Db, completionId: string): Promise<void> {
  await tx.rows(sql`delete from notification_events where key = ${resultsKey(completionId)}`)
}

export function resultsKey(completionId: string): string {
  return `results:${completionId}`
}
