import sql from 'sql-template-tag'
import type { Phase } from '#domain/challenges/rules.ts'
import { type Scope, submissionsOpen } from '#domain/challenges/scope.server.ts'
import { withdrawJudgements } from '#domain/events/record.server.ts'
import { payReward } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { isActiveMember, memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { imageAlt } from './create.server.ts'
import type { SubmissionInput } from './form.server.ts'
import { contentVersion, frozen } from './queries.server.ts'
import { editRefusal, SUBMISSION_MESSAGES } from './refusals.ts'
import { forgetUncountedVotes } from './removal.server.ts'

/**
 * Updates the viewer's own submission while its challenge is active and it is not frozen (SUB-22, SUB-24, CHL-30). It
 * becomes pending again (SUB-25). A rejected one participates again: it counts as a participant and gets back the
 * points that the rejection took. Refused as a conflict if it has another version than `base`.
 */
export async function updateSubmission(
  db: Db,
  scope: Scope,
  submissionId: string,
  input: SubmissionInput & { imageId: string | null },
  base?: string,
): Promise<Outcome<{ submissionId: string }>> {
  const { viewer } = scope
  if (!viewer) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  const updated = await db.transaction(async (tx) => {
    const saved = await saveEdit(tx, viewer.id, submissionId, { ...input, base })
    if (saved) await withdrawJudgements(tx, submissionId)
    if (saved?.wasRejected) {
      await forgetUncountedVotes(tx, [submissionId])
      const { challengeId } = saved
      await payReward(tx, REWARDS.submission, {
        userId: viewer.id,
        challengeId,
        reason: 'challenge_submission',
        sourceId: submissionId,
      })
    }
    return saved
  })
  if (updated) return done({ submissionId: updated.id })
  if (!(await isActiveMember(db, viewer.id))) return refused('signed-out', SUBMISSION_MESSAGES.signIn)
  return explain(db, scope, submissionId, base)
}

/** The version of a submission's content, as forms name it. */
export async function versionOf(db: Db, submissionId: string): Promise<string | undefined> {
  const row = await db.row<{ version: string }>(sql`
    select ${contentVersion}::text as version from submissions s where s.id = ${submissionId}`)
  return row?.version
}

function saveEdit(
  tx: Db,
  userId: string,
  submissionId: string,
  { base = '', ...input }: SubmissionInput & { imageId: string | null; base: string | undefined },
): Promise<{ id: string; challengeId: string; wasRejected: boolean } | undefined> {
  return tx.row(sql`
    with open as (
      select c.id, c.deadline, s.status = 'rejected' as was_rejected from challenges c
      join submissions s on s.challenge_id = c.id
      where s.id = ${submissionId} and s.user_id = ${userId}
        and ${submissionsOpen} and not ${frozen}
      for no key update of c, s
    ),
    allowed as (
      select open.* from open join users u on u.id = ${userId} where ${memberActive()} for key share of u
    ),
    edited as (
      update submissions s set
        title = ${input.title}, description = ${input.description}, image_id = ${input.imageId},
        content_url = ${input.contentUrl}, creation_process = ${input.creationProcess},
        prompt = ${input.prompt}, ai_tools_used = ${input.tools}, image_alt = ${imageAlt(input)}, updated_at = app_now(),
        status = 'pending', rejected_from = null, participation_taken = 0, votes_taken = 0, approved_at = null, approved_by = null, rejection_reason = null, moderation_date = null, moderator_id = null
      from allowed
      -- The statement may have waited for its locks beyond the deadline.
      where s.challenge_id = allowed.id and s.id = ${submissionId} and s.user_id = ${userId} and app_now() < allowed.deadline
        -- It may be sent again after an answer was lost.
        and (${base} = '' or ${contentVersion}::text = ${base}
          or (s.title, s.description, s.image_id, s.content_url, s.creation_process, s.prompt, s.ai_tools_used, s.image_alt)
            is not distinct from (${input.title}, ${input.description}, ${input.imageId}::uuid, ${input.contentUrl},
              ${input.creationProcess}, ${input.prompt}, ${input.tools}::text[], ${imageAlt(input)}))
        and (${input.imageId}::uuid is null or exists (
          select 1 from images i join allowed on true
          where i.id = ${input.imageId} and i.owner_id = ${userId} and i.purpose = 'submission' for key share of i))
      returning s.id, s.challenge_id, allowed.was_rejected
    ),
    counted as (
      update challenges c set participant_count = c.participant_count + 1, updated_at = app_now()
      from edited where c.id = edited.challenge_id and edited.was_rejected
    )
    select id, challenge_id as "challengeId", was_rejected as "wasRejected" from edited`)
}

async function explain(db: Db, scope: Scope, submissionId: string, base?: string) {
  const state = await db.row<Phase & { now: Date; ownerId: string; isFrozen: boolean; version: string }>(sql`
    select c.status, c.deadline, c.voting_ends_at as "votingEndsAt", app_now() as now,
      s.user_id as "ownerId", ${frozen} as "isFrozen", ${contentVersion}::text as version
    from submissions s join challenges c on c.id = s.challenge_id where s.id = ${submissionId}`)
  if (!state) return refused('not-found', SUBMISSION_MESSAGES.gone)
  if (state.ownerId !== scope.viewer?.id) return refused('not-found', SUBMISSION_MESSAGES.notOwner)
  const reason = editRefusal(state, state.isFrozen, state.now)
  if (reason) return refused('closed', reason)
  if (base && state.version !== base) return refused('conflict', SUBMISSION_MESSAGES.changed)
  return refused('invalid', SUBMISSION_MESSAGES.notLoaded)
}
