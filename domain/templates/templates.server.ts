import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { selectFields } from '#domain/challenges/fields.server.ts'
import type { ChallengeFields } from '#domain/challenges/fields.ts'
import { CHALLENGE_MESSAGES, type ChallengeType, type Kind } from '#domain/challenges/rules.ts'
import type { Admin, Viewer } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, singleLine } from '#platform/text/text.ts'
import { TEMPLATE_MESSAGES as MESSAGES, TEMPLATE_FIELDS, TEMPLATE_LIMITS } from './rules.ts'

export interface TemplateRow {
  id: string
  name: string
  /** Of the challenge that begins from it. */
  title: string
  type: ChallengeType
  kind: Kind
}

/** All templates, by name (ADM-132). */
export function listTemplates(db: Db, _admin: Admin): Promise<TemplateRow[]> {
  return db.rows(sql`
    select id, name, fields ->> 'title' as title, fields ->> 'type' as type, fields ->> 'kind' as kind
    from challenge_templates order by lower(name), id`)
}

export interface Template {
  id: string
  name: string
  fields: Partial<ChallengeFields>
  imageId: string | null
}

export function oneTemplate(db: Db, _admin: Admin, id: string): Promise<Template | undefined> {
  return db.row(sql`
    select id, name, fields, image_id as "imageId" from challenge_templates where id = ${id}`)
}

// All commands are for administrators only, and one runs at a time.

/**
 * Saves what a challenge has as a template under a name that no other has. `id` is the key of the form: sent again it saves
 * nothing.
 */
export function saveTemplate(
  db: Db,
  viewer: Viewer,
  { id, name: typed, challengeId }: { id: string; name: string; challengeId: string },
): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'challenges', async (tx, admin) => {
    await takeTurns(tx)
    const saved = await tx.row<{ name: string }>(sql`select name from challenge_templates where id = ${id}`)
    if (saved)
      return saved.name === singleLine(typed) ? done(null) : refused('conflict', MESSAGES.savedAlready)
    const read = await readName(tx, id, typed)
    if (!read.ok) return read
    const name = read.value
    const all = await tx.row<{ count: number }>(sql`select count(*)::int as count from challenge_templates`)
    if (all && all.count >= TEMPLATE_LIMITS.most) return refused('conflict', MESSAGES.tooMany)
    const made = await tx.row<{ title: string }>(sql`
      insert into challenge_templates (id, name, fields, image_id)
      select ${id}, ${name}, (select to_jsonb(kept) from (select ${selectFields(TEMPLATE_FIELDS)}) kept), c.image_id
      from challenges c where c.id = ${challengeId} for share of c
      returning fields ->> 'title' as title`)
    if (!made) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_template_created',
      subject: { id, name },
      before: null,
      after: { title: made.title },
    })
    return done(null)
  })
}

export function renameTemplate(db: Db, viewer: Viewer, id: string, typed: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'challenges', async (tx, admin) => {
    await takeTurns(tx)
    const template = await oneTemplate(tx, admin, id)
    if (!template) return refused('not-found', MESSAGES.missing)
    const read = await readName(tx, id, typed)
    if (!read.ok) return read
    const name = read.value
    if (name === template.name) return done(null)
    await tx.rows(sql`update challenge_templates set name = ${name} where id = ${id}`)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_template_renamed',
      subject: { id, name },
      before: { name: template.name },
      after: { name },
    })
    return done(null)
  })
}

/** Challenges that began from it stay as they are. */
export function deleteTemplate(db: Db, viewer: Viewer, id: string): Promise<Outcome<null>> {
  return adminTransaction(db, viewer, 'challenges', async (tx, admin) => {
    await takeTurns(tx)
    const deleted = await tx.row<{ name: string; title: string }>(sql`
      delete from challenge_templates where id = ${id} returning name, fields ->> 'title' as title`)
    if (!deleted) return refused('not-found', MESSAGES.missing)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_template_deleted',
      subject: { id, name: deleted.name },
      before: { title: deleted.title },
      after: null,
    })
    return done(null)
  })
}

async function takeTurns(tx: Db): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('challenge_templates', 0))`)
}

/** The name of the template `id`, unless another has it. */
async function readName(tx: Db, id: string, typed: string): Promise<Outcome<string>> {
  const name = singleLine(typed)
  if (!name) return refused('invalid', MESSAGES.name)
  if (characterCount(name) > TEMPLATE_LIMITS.name) return refused('invalid', MESSAGES.nameLength)
  const taken = await tx.row(sql`select from challenge_templates where name = ${name} and id <> ${id}`)
  return taken ? refused('conflict', MESSAGES.nameTaken) : done(name)
}
