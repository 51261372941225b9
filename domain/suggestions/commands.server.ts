import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { isTooLong } from '#platform/text/raw-limits.ts'
import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
import { isOpen } from './queries.server.ts'
import { SUGGESTION_LIMITS as LIMITS, SUGGESTION_MESSAGES as MESSAGES } from './rules.ts'

export type SuggestionField = 'title' | 'brief' | 'kind'

/** Reads the form as typed, or returns a message for each invalid field. */
export function parseSuggestion(typed: Record<SuggestionField, string>) {
  const title = isTooLong(typed.title, 'line') ? '' : singleLine(typed.title)
  const brief = isTooLong(typed.brief, 'text') ? '' : plainText(typed.brief)
  const kind = KINDS.find((known) => known === typed.kind)
  const errors: Partial<Record<SuggestionField, string>> = {}
  if (!title || characterCount(title) > LIMITS.title) errors.title = MESSAGES.title
  if (!brief || characterCount(brief) > LIMITS.brief) errors.brief = MESSAGES.brief
  if (!kind) errors.kind = MESSAGES.kind
  return kind && Object.keys(errors).length === 0
    ? { ok: true as const, form: { title, brief, kind } }
    : { ok: false as const, errors }
}

/**
 * Suggests a challenge to the administrators (CHL-88). Refused while three of the viewer's are open. `id` is the key of the
 * form: sent again it stores nothing.
 */
export function sendSuggestion(
  db: Db,
  viewer: Viewer,
  { title, brief, kind }: Extract<ReturnType<typeof parseSuggestion>, { ok: true }>['form'],
  id: string = newId(),
): Promise<Outcome<{ id: string }>> {
  if (!viewer) return Promise.resolve(refused('signed-out', MESSAGES.signIn))
  return db.transaction(async (tx) => {
    const member = await tx.row(sql`
      select from users u where u.id = ${viewer.id} and ${memberActive()} for no key update`)
    if (!member) return refused('signed-out', MESSAGES.signIn)
    if (await tx.row(sql`select from suggestions where id = ${id} and user_id = ${viewer.id}`))
      return done({ id })
    const open = await tx.rows(sql`
      select from suggestions s where s.user_id = ${viewer.id} and ${isOpen} limit ${LIMITS.open}`)
    if (open.length >= LIMITS.open) return refused('conflict', MESSAGES.tooMany)
    await tx.rows(sql`
      insert into suggestions (id, user_id, title, brief, kind) values (${id}, ${viewer.id}, ${title}, ${brief}, ${kind})
      on conflict (id) do nothing`)
    return done({ id })
  })
}

/** Withdraws an open suggestion of the viewer, which is deleted (CHL-88). */
export async function withdrawSuggestion(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  return db.transaction(async (tx) => {
    // A challenge that is made of it at this moment locks it too.
    await tx.rows(sql`select from suggestions where id = ${id} for update`)
    const withdrawn = await tx.row(sql`
      delete from suggestions s where s.id = ${id} and s.user_id = ${viewer.id} and ${isOpen} returning 1 as one`)
    return withdrawn ? done(null) : refused('not-found', MESSAGES.notFound)
  })
}

/** Declines an open suggestion (ADM-118). Administrators only. */
export function declineSuggestion(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'suggestions', async (tx, admin) => {
    await tx.rows(sql`select from suggestions where id = ${id} for update`)
    const declined = await tx.row<{ title: string }>(sql`
      update suggestions s set declined_at = app_now(), declined_by = ${admin.id}
      where s.id = ${id} and ${isOpen} returning title`)
    if (!declined) return refused('not-found', MESSAGES.notFound)
    await recordAuditEvent(tx, admin, {
      action: 'suggestion_declined',
      subject: { id, name: declined.title },
      before: null,
      after: null,
    })
    return done(null)
  })
}
