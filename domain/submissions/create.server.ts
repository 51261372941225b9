import sql, { type Sql } from 'sql-template-tag'
import type { Phase } from '#domain/challenges/rules.ts'
import { type Moderation, type Scope, submissionsOpen } from '#domain/challenges/scope.server.ts'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import { applyPoints } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import type { SubmissionInput } from './form.server.ts'
import { recordPublicSubmission } from './received.server.ts'
import { SUBMISSION_MESSAGES, submissionRefusal } from './refusals.ts'

/**
 * Submits to a challenge: one submission per member, while the challenge is active and before its deadline, for +25
 * points (SUB-11, SUB-12). The image must be the member's own. The member's draft is deleted. Locks the challenge against
 * transitions, the member against saves of the draft and the image against deletion.
 */
export async function createSubmission(
  db: Db,
  scope: Scope,
  challengeId: string,
  input: SubmissionInput & { imageId: string | null },
): Promise<Outcome<{ submissionId: string }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  const created = await db.transaction(async (tx) => {
    // Locked first, so that the statement sees a look at the counts at the same moment.
    if (mayUse(viewer, 'integrity'))
      await tx.rows(sql`
        select from challenges c where c.id = ${challengeId} and ${submissionsOpen} for no key update`)
    return insertSubmission(tx, viewer.id, challengeId, input, scope.moderation)
  })
  if (created) return done({ submissionId: created.id })
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  return explainRefusal(db, scope, challengeId)
}

/** Whether an administrator has looked at the hidden counts of a challenge or voided votes in it, and so cannot enter it. */
function isBarred(userId: string | null, challengeId: string): Sql {
  return sql`(exists (select from count_views where challenge_id = ${challengeId} and admin_id = ${userId})
    or exists (select from void_batches
      where challenge_id = ${challengeId} and voided_by = ${userId} and reason <> 'suspended'))`
}

async function insertSubmission(
  tx: Db,
  userId: string,
  challengeId: string,
  input: SubmissionInput & { imageId: string | null },
  moderation: Moderation,
): Promise<{ id: string } | undefined> {
  const created = await tx.row<{ id: string; receivedAt: string }>(sql`
    with open as (
      select c.* from challenges c where c.id = ${challengeId} and ${submissionsOpen} for no key update
    ),
    allowed as (
      select open.* from open join users u on u.id = ${userId}
      where ${memberActive()} and not ${isBarred(userId, challengeId)}
      for no key update of u
    ),
    image as (
      select i.id from images i join allowed on true
      where i.id = ${input.imageId}::uuid and i.owner_id = ${userId} and i.purpose = 'submission'
      for key share of i
    ),
    created as (
      insert into submissions (id, challenge_id, kind, votes_hidden, is_hidden, user_id, title, description, image_id, content_url,
        creation_process, prompt, ai_tools_used, image_alt, submission_date, updated_at)
      select ${newId()}, allowed.id, allowed.kind, allowed.hides_votes, allowed.hides_submissions, ${userId}::uuid, ${input.title}, ${input.description}, image.id, ${input.contentUrl},
        ${input.creationProcess}, ${input.prompt}, ${input.tools}, ${imageAlt(input)}, app_now(), app_now()
      from allowed left join image on true
      -- The statement may have waited for its locks beyond the deadline.
      where image.id is not distinct from ${input.imageId}::uuid and app_now() < allowed.deadline
      on conflict (challenge_id, user_id) do nothing
      returning id, challenge_id, user_id, submission_date
    ),
    counted as (
      update challenges c set participant_count = c.participant_count + 1, updated_at = app_now()
      from created where c.id = created.challenge_id
    ),
    due as (
      select user_id, ${REWARDS.submission}::int as points, 'challenge_submission' as reason, challenge_id,
        id as source_id, 1 as round
      from created
    ), ${applyPoints()}
    select id, to_json(submission_date) #>> '{}' as "receivedAt" from created`)
  if (!created) return undefined
  const { id, receivedAt } = created
  const key = `received:${id}`
  await recordNotificationEvent(tx, {
    kind: 'submission_received',
    key,
    userId,
    submissionId: id,
    details: { receivedAt },
  })
  await recordPublicSubmission(tx, moderation, id)
  // A separate statement sees the draft that was saved while this one waited for the member.
  await tx.rows(sql`
    delete from submission_drafts where challenge_id = ${challengeId} and user_id = ${userId}`)
  return { id }
}

/** Without an image there is nothing to describe. */
export function imageAlt(input: { imageAlt: string | null; imageId: string | null }): string | null {
  return input.imageId === null ? null : input.imageAlt
}

/** Why the viewer could not submit to a challenge, or save a draft for it. */
export async function explainRefusal(db: Db, scope: Scope, challengeId: string) {
  const viewerId = scope.viewer?.id ?? null
  const challenge = await db.row<
    Phase & { now: Date; ownSubmissionId: string | null; isBarred: boolean }
  >(sql`
    select c.status, c.deadline, c.voting_ends_at as "votingEndsAt", app_now() as now, s.id as "ownSubmissionId",
      ${isBarred(viewerId, challengeId)} as "isBarred"
    from challenges c left join submissions s on s.challenge_id = c.id and s.user_id = ${viewerId}
    where c.id = ${challengeId} and (c.status <> 'draft' or ${scope.viewer?.isAdmin ?? false})`)
  if (!challenge) return refused('not-found', 'Challenge not found')
  if (challenge.ownSubmissionId) return refused('conflict', SUBMISSION_MESSAGES.alreadySubmitted)
  if (challenge.isBarred) return refused('forbidden', SUBMISSION_MESSAGES.barred)
  const reason = submissionRefusal(challenge, challenge.now)
  return reason ? refused('closed', reason) : refused('invalid', SUBMISSION_MESSAGES.failed)
}
