import sql from 'sql-template-tag'
import { setRole } from '#domain/people/administrators.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { demoIssuer } from '#platform/identity/demo/accounts.ts'

/** Replaces the issuer of demo identities. No provider uses it, so these identities cannot sign in. */
const adoptedIssuer = 'adopted-demo-identity'

/** Whether demo members still have identities of the demo provider. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const found = await db.row(sql`select where exists (select from identities where issuer = ${demoIssuer})`)
  return found !== undefined
}

/**
 * Keeps demo members and their content, and removes their access: sessions, administrator rights, verified e-mail
 * addresses, identities, addresses of calendars. Idempotent. Returns the number of members changed.
 */
export function adoptDemoData(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const members = await tx.rows<{ id: string }>(sql`
      select distinct user_id as id from identities where issuer = ${demoIssuer} order by user_id`)
    const ids = members.map(({ id }) => id)
    await tx.rows(sql`delete from sessions where user_id = any(${ids}::uuid[])`)
    for (const id of ids) await setRole(tx, id, null)
    await tx.rows(sql`
      update identities set issuer = ${adoptedIssuer}, subject = user_id || ' ' || subject, email_verified = false
      where issuer = ${demoIssuer}`)
    await tx.rows(sql`delete from calendar_addresses where user_id = any(${ids}::uuid[])`)
    await tx.rows(sql`delete from demo_identity_records`)
    await tx.rows(sql`delete from sign_in_attempts`)
    return ids.length
  })
}
