import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'

// A member whose vote was voided has no other in the challenge (VOTE-30), also after a new sign-in with a deleted
// account's identity.

interface Identity {
  issuer: string
  subject: string
}

/** Remembers the identities of a member with voided votes in unfinished challenges; before they are deleted. */
export async function keepBars(tx: Db, userId: string): Promise<void> {
  await tx.rows(sql`
    insert into barred_identities (identity, challenge_id, user_id)
    select ${hashOf(sql`i.issuer`, sql`i.subject`)}, x.challenge_id, x.user_id
    from votes x join identities i on i.user_id = x.user_id join challenges c on c.id = x.challenge_id
    where x.user_id = ${userId} and x.voided_batch_id is not null and c.status not in ('completed', 'canceled')
    on conflict do nothing`)
}

/** Gives a new member the voided votes of the deleted account with the same identity. */
export async function passBars(tx: Db, { issuer, subject }: Identity, userId: string): Promise<void> {
  const identity = hashOf(sql`${issuer}::text`, sql`${subject}::text`)
  await tx.rows(sql`
    update votes x set user_id = ${userId} from barred_identities b
    where b.identity = ${identity} and x.challenge_id = b.challenge_id and x.user_id = b.user_id
      and x.voided_batch_id is not null`)
  await tx.rows(sql`delete from barred_identities where identity = ${identity}`)
}

/** Deletes the hashes of challenges that have ended. */
export function sweepBars(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from barred_identities where (identity, challenge_id) in (
          select b.identity, b.challenge_id from barred_identities b join challenges c on c.id = b.challenge_id
          where c.status in ('completed', 'canceled') limit ${limit})
        returning 1`)
      return swept.length
    },
    { signal },
  )
}

function hashOf(issuer: Sql, subject: Sql): Sql {
  return sql`network_hash('identity ' || ${issuer} || ' ' || ${subject})`
}
