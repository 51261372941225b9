import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { AuditAction, AuditState } from './rules.ts'

export interface AuditEvent {
  action: AuditAction
  subject: { id: string; name: string }
  before: AuditState | null
  after: AuditState | null
  /** The administrator has a submission in a challenge that the action is about, or whose votes it may change. */
  ownContest?: boolean
  /**
   * The challenge that the action is about, unless it is its subject: marks it if the administrator has a submission
   * there.
   */
  challengeId?: string | null
}

export interface Actor {
  id: string | null
  displayName: string
}

export const COMMAND_LINE: Actor = { id: null, displayName: 'command line' }

/** The subject of what concerns the site as a whole. */
export const SITE_SUBJECT = '00000000-0000-0000-0000-000000000000'

/** Records an action of an administrator, in the same transaction as the action. */
export async function recordAuditEvent(tx: Db, actor: Actor, event: AuditEvent): Promise<void> {
  const json = (state: AuditState | null) => (state ? JSON.stringify(state) : null)
  const challengeId = event.challengeId ?? challengeIn(event)
  const hasEntered = sql`exists (
    select from submissions where challenge_id = ${challengeId} and user_id = ${actor.id})`
  await tx.rows(sql`
    insert into audit_log (id, admin_id, admin_name, action, subject_id, subject_name, before, after, created_at, own_contest, challenge_id)
    values (${newId()}, ${actor.id}, ${actor.displayName}, ${event.action}, ${event.subject.id}, ${event.subject.name},
      ${json(event.before)}, ${json(event.after)}, app_now(), ${event.ownContest ?? false} or ${hasEntered},
      ${challengeId})`)
}

function challengeIn({ action, subject }: AuditEvent): string | null {
  const isOne = /^challenge_(?!series_|template_)/.test(action)
  return isOne ? subject.id : null
}
