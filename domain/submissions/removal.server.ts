import sql from 'sql-template-tag'
import { deleteReports, reportsOn } from '#domain/events/record.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Deletes the votes that the rejection of submissions took out of the count, so that no undo restores them. */
export async function forgetUncountedVotes(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from votes where submission_id = any(${ids}::uuid[]) and not counts and voided_batch_id is null`)
}

/** Deletes submissions that were removed from their contest. Voided votes for them stay, and bar their voters. */
export async function deleteSubmissions(tx: Db, ids: readonly string[]): Promise<void> {
  await forgetUncountedVotes(tx, ids)
  // Locked, so that none is reported in between.
  await tx.rows(sql`select from submissions where id = any(${ids}::uuid[]) order by id for update`)
  await deleteReports(tx, reportsOn(sql`select unnest(${ids}::uuid[])`))
  await tx.rows(sql`delete from submissions where id = any(${ids}::uuid[])`)
}
