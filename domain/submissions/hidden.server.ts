import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'

const batch = 2_000
const mostBatches = 100

/** An SQL expression: now if there are copies to make, else null. */
export const nextCopy = sql`(select app_now() from copies_due limit 1)`

/**
 * Copies to the submissions of large challenges what these hide: lists find them by it. The trigger of the challenge
 * copies to the first thousand (migration 0043). What other transactions hold is left to the next batch or run.
 */
export async function copyHidden(db: Db, signal?: AbortSignal): Promise<void> {
  let isFound = true
  for (let n = 0; n < mostBatches && isFound && !signal?.aborted; n++)
    isFound = await db.transaction(copyBatch)
}

/** Returns whether a challenge was found. While a batch runs, the challenge does not change what it hides. */
async function copyBatch(tx: Db): Promise<boolean> {
  const due = await tx.row<{ id: string }>(
    sql`select challenge_id as id from copies_due order by random() limit 1 for update skip locked`,
  )
  if (!due) return false
  const copied = await tx.row<{ isLeft: boolean }>(sql`select copy_hidden(${due.id}, ${batch}) as "isLeft"`)
  if (!copied?.isLeft) await tx.rows(sql`delete from copies_due where challenge_id = ${due.id}`)
  return true
}
