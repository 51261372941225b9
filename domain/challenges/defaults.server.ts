import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import { INITIAL_FIELDS } from './fields.ts'

/** What the form of a new challenge begins with, where the site may choose. */
export interface ChallengeDefaults {
  showVotes: boolean
}

const key = 'challenge_defaults'

export async function challengeDefaults(db: Db): Promise<ChallengeDefaults> {
  const row = await db.row<ChallengeDefaults>(sql`
    select (value -> 'showVotes')::boolean as "showVotes" from settings where key = ${key}`)
  return row ?? { showVotes: INITIAL_FIELDS.showVotes }
}

/** In the audit log, whose subjects have ids. */
const subject = { id: '00000000-0000-0000-0000-000000000000', name: 'New challenges' }

/** Sets what new challenges begin with; existing ones stay as they are (ADM-65). Administrators only. */
export function saveChallengeDefaults(
  db: Db,
  viewer: Viewer,
  { showVotes }: ChallengeDefaults,
): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'settings', async (tx, admin) => {
    // Two administrators take turns, so that the log names what each found.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('challenge defaults', 0))`)
    const before = await challengeDefaults(tx)
    if (before.showVotes === showVotes) return done(null)
    await tx.rows(sql`
      insert into settings (key, value) values (${key}, ${JSON.stringify({ showVotes })})
      on conflict (key) do update set value = excluded.value`)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_defaults_changed',
      subject,
      before: { show_votes: before.showVotes },
      after: { show_votes: showVotes },
    })
    return done(null)
  })
}
