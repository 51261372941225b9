import sql, { type Sql } from 'sql-template-tag'
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

/** Voids the votes of members as one batch. Returns how many. */
export async function voidInTransaction(tx: Db, batch: Batch): Promise<number> {
  const { challengeId, userIds, reason, note, by } = batch
  const id = newId()
  const chosen = sql`v.challenge_id = ${challengeId} and v.counts and v.user_id = any(${userIds}::uuid[])`
  const begun = await tx.row(sql`
    insert into void_batches (id, challenge_id, reason, note, votes, voided_by, voided_at)
    select ${id}::uuid, ${challengeId}::uuid, ${reason}, ${note}, count(*), ${by}::uuid, app_now()
    from votes v where ${chosen} having count(*) > 0 returning 1`)
  if (!begun) return 0
  const change = sql`update votes v set counts = false, voided_batch_id = ${id} where ${chosen}`
  const count = await uncountVotes(tx, change)
  if (reason !== 'suspended') await recordVoidedVotes(tx, id, VOID_REASONS[reason])
  return count
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
  const count = await recountVotes(tx, challengeId, sql`v.voided_batch_id = ${batchId}`)
  // Those for rejected submissions wait for an undo. The others no longer bar their voters.
  await tx.rows(sql`
    update votes v set voided_batch_id = null from submissions s
    where v.voided_batch_id = ${batchId} and s.id = v.submission_id and s.status = 'rejected'`)
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

/** Restores the votes of reinstated members `u` that suspensions voided in a challenge. Returns how many count again. */
export async function restoreVotesOfReinstated(tx: Db, challengeId: string, voters: Sql): Promise<number> {
  const batches = await tx.rows<{ id: string }>(sql`
    select b.id from void_batches b join votes v on v.voided_batch_id = b.id join users u on u.id = v.user_id
    where b.challenge_id = ${challengeId} and b.reason = 'suspended' and ${memberActive()} and ${voters} order by b.id`)
  let restored = 0
  for (const { id } of batches) restored += await restoreInTransaction(tx, challengeId, id, null)
  return restored
}
