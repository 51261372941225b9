import sql from 'sql-template-tag'
import { type Actor, recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, changesBetween } from '#domain/audit/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { fieldPairs } from './fields.server.ts'

/** A challenge in the audit log: its fields and its winner. */
export async function challengeState(tx: Db, id: string): Promise<AuditState> {
  const row = await tx.row<{ state: AuditState }>(sql`
    select jsonb_build_object(${fieldPairs}, 'winner_name', c.winner_name, 'winner_votes', c.winner_votes) as state
    from challenges c where c.id = ${id}`)
  return row?.state ?? {}
}

/** Records the difference between a challenge and its earlier state `before`. */
export async function recordChange(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  id: string,
  before: AuditState,
): Promise<void> {
  const after = await challengeState(tx, id)
  const name = String(after.title ?? before.title)
  await recordAuditEvent(tx, actor, { action, subject: { id, name }, ...changesBetween(before, after) })
}
