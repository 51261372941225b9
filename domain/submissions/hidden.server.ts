import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

const batch = 2_000

/**
 * Copies to the submissions of large challenges what these hide: lists find them by it. The trigger of the challenge
 * copies to the first thousand (migration 0043).
 */
export async function copyHidden(db: Db, signal?: AbortSignal): Promise<void> {
  let isLeft = true
  while (isLeft && !signal?.aborted) isLeft = await db.transaction(copyBatch)
}

/** Returns whether a challenge was found. While a batch runs, the challenge does not change what it hides. */
async function copyBatch(tx: Db): Promise<boolean> {
  const due = await tx.row<{ id: string }>(
    sql`select challenge_id as id from copies_due limit 1 for update skip locked`,
  )
  if (!due) return false
  const copied = await tx.row<{ rows: number }>(sql`select copy_hidden(${due.id}, ${batch}) as rows`)
  if (copied && copied.rows < batch) await tx.rows(sql`delete from copies_due where challenge_id = ${due.id}`)
  return true
}
