import sql from 'sql-template-tag'
import { recordVoidedVotes, withdrawVoidedVotes } from '#domain/events/record.server.ts'
import { lockForPoints } from '#domain/points/ledger.server.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { recountVotes, uncountVotes } from './counting.server.ts'
import { VOID_REASONS, type VoidReason } from './rules.ts'

// What voids and restores votes, for the desk and for suspensions. In transactions that hold the challenge exclusively.

interface Batch {
  challengeId: string
  userIds: readonly string[]
  reason: VoidReason
  note: string
  by: string | null
}

/** Voids the votes of members as one batch, also those that a rejection set aside. Returns how many ceased to count. */
export async function voidInTransaction(tx: Db, batch: Batch): Promise<number> {
  const { challengeId, userIds, reason, note, by } = batch
  const id = newId()
  const chosen = sql`v.challenge_id = ${challengeId} and v.voided_batch_id is null and v.user_id = any(${userIds}::uuid[])`
  const begun = await tx.row(sql`
    insert into void_batches (id, challenge_id, reason, note, votes, voided_by, voided_at)
    select ${id}::uuid, ${challengeId}::uuid, ${reason}, ${note}, count(*), ${by}::uuid, app_now()
    from votes v where ${chosen} having count(*) > 0 returning 1`)
  if (!begun) return 0
  const change = sql`update votes v set counts = false, voided_batch_id = ${id} where ${chosen} and v.counts`
  const count = await uncountVotes(tx, change)
  await tx.rows(sql`update votes v set voided_batch_id = ${id} where ${chosen}`)
  if (reason !== 'suspended') await recordVoidedVotes(tx, id, VOID_REASONS[reason])
  return count
}

/** Voids the votes of suspended members in a challenge, in a batch each, which the reinstatement restores. */
export async function voidVotesOfSuspended(tx: Db, challengeId: string): Promise<void> {
  const suspended = await tx.rows<{ id: string; note: string; by: string | null }>(sql`
    select u.id, u.suspended_reason as note, u.suspended_by as by from users u
    where u.suspended_at is not null
      and u.id in (select user_id from votes where challenge_id = ${challengeId} and voided_batch_id is null) order by u.id`)
  for (const { id, note, by } of suspended)
    await voidInTransaction(tx, { challengeId, userIds: [id], reason: 'suspended', note, by })
}

/** Restores a batch. Returns how many votes count again. */
export async function restoreInTransaction(
  tx: Db,
  challengeId: string,
  batchId: string,
  note: string | null,
): Promise<number> {
  await withdrawVoidedVotes(tx, batchId)
  await tx.rows(sql`
    update void_batches b set restored_at = app_now(), restored_note = ${note},
      restored_for = array(select v.user_id from votes v where v.voided_batch_id = b.id)
    where b.id = ${batchId}`)
  // Those for rejected submissions wait for an undo, and those of suspended members for a reinstatement.
  await tx.rows(sql`
    update votes v set voided_batch_id = null from submissions s, users u
    where v.voided_batch_id = ${batchId} and s.id = v.submission_id and u.id = v.user_id
      and (s.status = 'rejected' or u.suspended_at is not null)`)
  await voidVotesOfSuspended(tx, challengeId)
  const count = await recountVotes(tx, challengeId, sql`v.voided_batch_id = ${batchId}`)
  // The others no longer bar their voters.
  await tx.rows(sql`
    with lost as (delete from votes where voided_batch_id = ${batchId} returning user_id)
    delete from barred_identities where challenge_id = ${challengeId} and user_id in (select user_id from lost)`)
  return count
}

/** Locks the members whose points a restoration changes, before the votes, as the deletion of an account does. */
export function lockVoidedVotes(tx: Db, batchId: string): Promise<void> {
  return lockForPoints(
    tx,
    sql`select unnest(array[user_id, author_id]) from votes where voided_batch_id = ${batchId}`,
  )
}

/**
 * Restores the votes of reinstated members, or of one, that suspensions voided in a challenge; not those that a new account
 * took over from a deleted one. Returns how many count again.
 */
export async function restoreVotesOfReinstated(
  tx: Db,
  challengeId: string,
  userId: string | null = null,
): Promise<number> {
  const batches = await tx.rows<{ id: string }>(sql`
    select distinct b.id from void_batches b join votes v on v.voided_batch_id = b.id join users u on u.id = v.user_id
    where b.challenge_id = ${challengeId} and b.reason = 'suspended' and ${memberActive()}
      and (${userId}::uuid is null or u.id = ${userId}) and u.joined_date <= b.voided_at
    order by b.id`)
  let restored = 0
  for (const { id } of batches) restored += await restoreInTransaction(tx, challengeId, id, null)
  return restored
}
