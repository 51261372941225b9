import sql from 'sql-template-tag'
import { type AuditEntry, type AuditPage, listAuditEntries } from '#domain/audit/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Stands in the place of an administrator. */
const SCHEDULE = 'the schedule'

/**
 * A page of what administrators did to a challenge and of the changes of its status that the schedule made, newest first
 * (ADM-93). `before` is as in the audit log.
 */
export async function challengeHistory(
  db: Db,
  admin: Admin,
  id: string,
  before: string | null,
): Promise<AuditPage> {
  const page = await listAuditEntries(db, admin, { subjectType: null, challengeId: id, before })
  const last = page.older ? page.entries.at(-1)?.at : undefined
  const changes = (await scheduledChanges(db, id, before)).filter(({ at }) => !last || at >= last)
  const entries = [...page.entries, ...changes].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )
  return { ...page, entries }
}

/**
 * The changes of status that no administrator made, by the times that are stored: of openings the first, of votings the
 * first and the last. A step or a form leaves its row in the audit log within its transaction, so within a minute.
 */
async function scheduledChanges(db: Db, id: string, before: string | null): Promise<AuditEntry[]> {
  const rows = await db.rows<Pick<AuditEntry, 'action' | 'subjectName' | 'at'>>(sql`
    select change.action, c.title as "subjectName", change.at from challenges c cross join lateral (
      values ('challenge_opened', 'active', c.activated_at),
        ('challenge_voting_started', 'voting', c.first_ballot_at),
        ('challenge_voting_started', 'voting',
          case when c.last_ballot_at > c.first_ballot_at + interval '1 minute' then c.last_ballot_at end),
        ('challenge_canceled', 'canceled', case when c.status = 'canceled' then c.completed_at end)
      union all select 'challenge_completed', 'completed', k.completed_at from completions k
        where k.challenge_id = c.id and k.completed_by is null
    ) change (action, status, at)
    where c.id = ${id} and change.at is not null
      ${before ? sql`and change.at < (select created_at from audit_log where id = ${before})` : sql``}
      and not exists (select from audit_log a where a.challenge_id = c.id and a.after ->> 'status' = change.status
        and a.created_at between change.at and change.at + interval '1 minute')`)
  return rows.map((row) => ({
    ...row,
    id: `${row.action} ${row.at.toISOString()}`,
    adminId: null,
    adminName: SCHEDULE,
    subjectType: 'challenge',
    subjectId: id,
    challengeId: id,
    before: null,
    after: null,
    ownContest: false,
  }))
}
