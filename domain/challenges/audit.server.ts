import sql from 'sql-template-tag'
import { type Actor, recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, changesBetween } from '#domain/audit/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** What the record keeps of a challenge. */
export async function challengeState(tx: Db, id: string): Promise<AuditState> {
  const row = await tx.row<{ state: AuditState }>(sql`
    select jsonb_build_object(
      'title', title, 'description', description, 'requirements', requirements, 'kind', kind, 'type', type,
      'status', status, 'start_date', start_date, 'deadline', deadline, 'voting_opens_at', voting_opens_at,
      'voting_closes_at', voting_closes_at, 'image_id', image_id, 'show_submissions', show_submissions,
      'show_votes', show_votes, 'allow_voting', allow_voting, 'allow_comments', allow_comments,
      'winner_name', winner_name, 'winner_votes', winner_votes) as state
    from challenges where id = ${id}`)
  return row?.state ?? {}
}

/** Records what an administrator changed about a challenge, which was `before`. */
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
