import sql, { type Sql } from 'sql-template-tag'
import { imageColumns } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { challengeVisible, type Scope, submissionsOpen } from '#domain/challenges/scope.server.ts'
import { deleteImageFiles, deleteUnusedImages } from '#domain/media/files.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Member } from '#domain/members/rules.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { explainRefusal } from './create.server.ts'
import { DRAFT_MESSAGES as MESSAGES, mostListedDrafts } from './drafts.ts'
import type { DraftInput } from './form.server.ts'
import { SUBMISSION_MESSAGES } from './refusals.ts'

export interface SubmissionDraft extends DraftInput {
  image: StoredImage | null
  savedAt: Date
  challengeTitle: string
}

/** The viewer's draft for a challenge, or undefined. */
export function draftOf(db: Db, viewer: Member, challengeId: string): Promise<SubmissionDraft | undefined> {
  return db.row(sql`
    select d.title, d.description, d.creation_process as "creationProcess", d.prompt, d.ai_tools as "aiTools",
      d.content_url as "contentUrl", d.image_alt as "imageAlt", (select ${imageColumns(sql`i`)} from images i where i.id = d.image_id) as image,
      d.updated_at as "savedAt", c.title as "challengeTitle"
    from submission_drafts d join challenges c on c.id = d.challenge_id and c.status <> 'draft'
    where d.challenge_id = ${challengeId} and d.user_id = ${viewer.id}`)
}

/**
 * Saves the viewer's draft while the challenge takes submissions (SUB-74); the last save wins. The image must be the
 * member's own. Locks the member.
 */
export async function saveDraft(
  db: Db,
  scope: Scope,
  challengeId: string,
  input: DraftInput & { imageId: string | null },
): Promise<Outcome<null>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  if (isEmpty(input) && !(await draftOf(db, viewer, challengeId)))
    return refused('invalid', MESSAGES.nothingToSave)
  const saved = await db.transaction(async (tx) => {
    await lockMember(tx, viewer)
    // A separate statement sees the submission that was created while the lock was awaited.
    return tx.row(sql`
      insert into submission_drafts as d (challenge_id, user_id, title, description, creation_process, prompt, ai_tools,
        content_url, image_alt, image_id, editor, updated_at)
      select c.id, u.id, ${input.title}, ${input.description}, ${input.creationProcess}, ${input.prompt}, ${input.aiTools},
        ${input.contentUrl}, ${input.imageAlt}, ${input.imageId}::uuid,
        -- Only earlier versions read it.
        gen_random_uuid(), app_now()
      from challenges c join users u on u.id = ${viewer.id} and ${memberActive()}
      where c.id = ${challengeId} and ${submissionsOpen} and ${challengeVisible(scope)}
        and not exists (select from submissions s where s.challenge_id = c.id and s.user_id = u.id)
        and (${input.imageId}::uuid is null or exists (
          select from images i where i.id = ${input.imageId} and i.owner_id = u.id and i.purpose = 'submission'
          for key share))
      on conflict (challenge_id, user_id) do update set
        title = excluded.title, description = excluded.description, creation_process = excluded.creation_process,
        prompt = excluded.prompt,
        ai_tools = excluded.ai_tools, content_url = excluded.content_url, image_alt = excluded.image_alt,
        image_id = excluded.image_id, updated_at = excluded.updated_at
      returning 1`)
  })
  if (saved) return done(null)
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  return explainRefusal(db, scope, challengeId)
}

/** Saves, discards and the submission of a member's draft run one at a time. */
async function lockMember(tx: Db, { id }: Member): Promise<void> {
  await tx.rows(sql`select from users where id = ${id} for no key update`)
}

function isEmpty({
  title,
  description,
  creationProcess,
  prompt,
  aiTools,
  contentUrl,
  imageAlt,
  imageId,
}: DraftInput & { imageId: string | null }): boolean {
  return (
    imageId === null &&
    [title, description, creationProcess, prompt, aiTools, contentUrl, imageAlt].every(
      (text) => text.trim() === '',
    )
  )
}

/** Deletes the viewer's draft for a challenge, with its image. Changes nothing if there is none. */
export async function deleteDraft(
  { db, files }: { db: Db; files: FileStore },
  viewer: Member,
  challengeId: string,
): Promise<Outcome<null>> {
  const imageIds = await db.transaction(async (tx) => {
    await lockMember(tx, viewer)
    const deleted = await tx.row<{ imageId: string | null }>(sql`
      delete from submission_drafts where challenge_id = ${challengeId} and user_id = ${viewer.id}
      returning image_id as "imageId"`)
    return deleted?.imageId ? deleteUnusedImages(tx, viewer.id, [deleted.imageId]) : []
  })
  await deleteImageFiles(files, imageIds)
  return done(null)
}

export interface DraftRow {
  challenge: { id: string; title: string; kind: Kind }
  image: StoredImage | null
  /** '' if it has none yet. */
  title: string
  deadline: Date | null
  isOpen: boolean
  savedAt: Date
}

/** The viewer's newest drafts, also those of challenges that no longer take submissions. */
export function draftsOf(db: Db, viewer: Member): Promise<DraftRow[]> {
  return db.rows(draftRows(viewer, sql``, mostListedDrafts))
}

/** Selects `DraftRow`s, newest first; `rest` continues the WHERE clause. */
export function draftRows(viewer: Member, rest: Sql, limit: number): Sql {
  return sql`
    select json_build_object('id', c.id, 'title', c.title, 'kind', c.kind) as challenge, d.title,
      (select ${imageColumns(sql`i`)} from images i where i.id = d.image_id) as image,
      c.deadline, coalesce(${submissionsOpen}, false) as "isOpen", d.updated_at as "savedAt"
    from submission_drafts d join challenges c on c.id = d.challenge_id and c.status <> 'draft'
    where d.user_id = ${viewer.id}
      and not exists (select from submissions s where s.challenge_id = d.challenge_id and s.user_id = d.user_id) ${rest}
    order by d.updated_at desc limit ${limit}`
}

/** How long a draft is kept after its last change, once its challenge takes no submissions, in days. */
const keptDays = 30

/** Deletes drafts of what was submitted, and after `keptDays` those that cannot be submitted; returns how many. */
export function sweepDrafts(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
        delete from submission_drafts d where (d.challenge_id, d.user_id) in (
          select o.challenge_id, o.user_id from submission_drafts o
          where o.updated_at < app_now() - interval '1 hour' and (
            -- PostgreSQL would answer an exists with a hash of all submissions.
            (select s.id from submissions s where s.challenge_id = o.challenge_id and s.user_id = o.user_id limit 1) is not null
            or (o.updated_at < app_now() - make_interval(days => ${keptDays})
              and not exists (select from challenges c where c.id = o.challenge_id and ${submissionsOpen})))
          order by o.updated_at limit ${limit} for update skip locked)
        returning 1`)
      return swept.length
    },
    { signal },
  )
}
