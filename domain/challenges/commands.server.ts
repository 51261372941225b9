import sql, { raw } from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { recordWebhookOpening } from '#domain/events/webhooks.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { DELETION_MESSAGES } from './deletion.ts'
import { challengeState, formColumns, formValues, hasFormValues } from './fields.server.ts'
import type { ChallengeForm } from './form.server.ts'
import { CHALLENGE_MESSAGES, isFinished, statusChoices, votingEnd } from './rules.ts'
import type { Scope } from './scope.server.ts'
import { CHALLENGE_FORM_MESSAGES, needsDeadlineAhead } from './timeline.ts'

/**
 * Creates a challenge from the form (ADM-32, ADM-33). Administrators only. An image is required; it must be a
 * stored challenge image. An open or upcoming challenge needs a deadline ahead of the database's clock. `id` is the key of
 * the form: sent again it creates nothing, and with other values it is refused as a conflict. It may be made of a member's
 * open suggestion, once (ADM-118).
 */
export function createChallenge(
  db: Db,
  scope: Scope,
  form: ChallengeForm,
  imageId: string | null,
  id: string = newId(),
  suggestionId: string | null = null,
): Promise<Outcome<{ id: string }>> {
  return adminTransaction(db, scope.viewer, 'challenges', async (tx, admin) => {
    if (!imageId) return refused('invalid', CHALLENGE_FORM_MESSAGES.image)
    if (!statusChoices('draft').includes(form.status))
      return refused('invalid', CHALLENGE_FORM_MESSAGES.status)
    const suggestion = suggestionId ? await lockSuggestion(tx, suggestionId, id) : null
    if (suggestion?.isDecided) return refused('conflict', CHALLENGE_FORM_MESSAGES.suggestionUsed)
    const created = await insertChallenge(tx, {
      form,
      imageId,
      id,
      createdBy: admin.id,
      suggestionId: suggestion?.id ?? null,
    })
    if (!created && (await tx.row(sql`select from challenges where id = ${id}`)))
      return (await hasFormValues(tx, id, form, imageId))
        ? done({ id })
        : refused('conflict', CHALLENGE_FORM_MESSAGES.alreadyCreated)
    if (!created)
      return refused(
        'invalid',
        needsDeadlineAhead(form) ? CHALLENGE_FORM_MESSAGES.deadlinePassed : CHALLENGE_FORM_MESSAGES.image,
      )
    await recordWebhookOpening(tx, created.id, 'draft', form.status)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_created',
      subject: { id: created.id, name: form.title },
      before: null,
      after: await challengeState(tx, created.id),
    })
    return done(created)
  })
}

interface NewChallenge {
  form: ChallengeForm
  imageId: string
  id: string
  /** Null where no administrator made it. */
  createdBy: string | null
  suggestionId?: string | null
}

/** Undefined, with nothing written, if the id is in use, the image is gone or a deadline that must be ahead has passed. */
export function insertChallenge(
  tx: Db,
  { form, imageId, id, createdBy, suggestionId = null }: NewChallenge,
): Promise<{ id: string } | undefined> {
  return tx.row(sql`
    insert into challenges (id, ${formColumns}, image_id, voting_ends_at, activated_at, completed_at,
      created_by, suggestion_id, created_at, updated_at)
    select ${id}, ${formValues(form)}, image.id, ${votingEnd(form)},
      case when ${form.status} = 'active' then app_now() end,
      case when ${isFinished(form.status)} then app_now() end,
      ${createdBy}::uuid, ${suggestionId}::uuid, app_now(), app_now()
    from images image
    where image.id = ${imageId} and image.purpose = 'challenge'
      and (${!needsDeadlineAhead(form)} or app_now() < ${form.deadline}::timestamptz)
    for key share of image
    on conflict (id) do nothing
    returning id`)
}

/**
 * The suggestion, and whether it was declined or used by another challenge than that of `id`; nobody else decides on it
 * meanwhile. Undefined if its author has withdrawn it.
 */
async function lockSuggestion(tx: Db, suggestionId: string, id: string) {
  await tx.rows(sql`select from suggestions where id = ${suggestionId} for update`)
  return tx.row<{ id: string; isDecided: boolean }>(sql`
    select s.id, s.declined_at is not null
      or exists (select from challenges c where c.suggestion_id = s.id and c.id <> ${id}) as "isDecided"
    from suggestions s where s.id = ${suggestionId}`)
}

/**
 * Deletes a challenge without a submission, with its reminders and drafts (ADM-16). Administrators only. Refused if it has
 * changed since `version`.
 */
export function deleteChallenge(db: Db, scope: Scope, id: string, version?: number): Promise<Outcome<null>> {
  return adminTransaction(db, scope.viewer, 'challenges', async (tx, admin) => {
    const challenge = await tx.row<{ version: number }>(
      sql`select version from challenges where id = ${id} for update`,
    )
    if (!challenge) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (version !== undefined && version !== challenge.version)
      return refused('conflict', DELETION_MESSAGES.stale)
    const before = { ...(await challengeState(tx, id)), ...(await lostWith(tx, id)) }
    const deleted = await tx.row<{ title: string }>(sql`
      delete from challenges c where id = ${id}
        and not exists (select 1 from submissions s where s.challenge_id = c.id)
      returning title`)
    if (!deleted) return refused('conflict', DELETION_MESSAGES.hasEntries)
    for (const table of ['challenge_follows', 'submission_drafts', 'shortlists', 'impressions'])
      await tx.rows(sql`delete from ${raw(table)} where challenge_id = ${id}`)
    await recordAuditEvent(tx, admin, {
      action: 'challenge_deleted',
      subject: { id, name: deleted.title },
      before,
      after: null,
    })
    return done(null)
  })
}

/** What members lose with a challenge that no one has entered. */
export async function lostWith(db: Db, id: string): Promise<{ reminders: number; drafts: number }> {
  const lost = await db.row<{ reminders: number; drafts: number }>(sql`
    select (select count(*)::int from challenge_follows where challenge_id = ${id}) as reminders,
      (select count(*)::int from submission_drafts where challenge_id = ${id}) as drafts`)
  return lost ?? { reminders: 0, drafts: 0 }
}
