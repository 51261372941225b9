import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { AuditAction, AuditState } from './rules.ts'

export interface AuditEvent {
  action: AuditAction
  subject: { id: string; name: string }
  /** The subject as it was; null where it did not exist. */
  before: AuditState | null
  /** The subject as it is; null where it does not exist any more. */
  after: AuditState | null
}

/** Who acts: an administrator, or 'command line' without an id. */
export interface Actor {
  id: string | null
  displayName: string
}

export const COMMAND_LINE: Actor = { id: null, displayName: 'command line' }

/** Writes down what an administrator does. Belongs into the transaction that does it, so that neither is without the other. */
export async function recordAuditEvent(tx: Db, actor: Actor, deed: AuditEvent): Promise<void> {
  const json = (state: AuditState | null) => (state ? JSON.stringify(state) : null)
  await tx.rows(sql`
    insert into audit_log (id, admin_id, admin_name, action, subject_id, subject_name, before, after, created_at)
    values (${newId()}, ${actor.id}, ${actor.displayName}, ${deed.action}, ${deed.subject.id}, ${deed.subject.name},
      ${json(deed.before)}, ${json(deed.after)}, app_now())`)
}
