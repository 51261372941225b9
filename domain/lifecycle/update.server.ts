import sql from 'sql-template-tag'
import { challengeState, recordChange } from '#domain/challenges/audit.server.ts'
import { needsDeadlineAhead } from '#domain/challenges/commands.server.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import { CHALLENGE_MESSAGES, type ChallengeStatus, isFinished, votingEnd } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { updateVotePoints } from '#domain/voting/points.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { completeInTransaction, reopen } from './completion.server.ts'

interface Before {
  status: ChallengeStatus
  deadline: Date | null
  imageId: string | null
  version: number
  hidesVotes: boolean
  now: Date
}

/**
 * Saves the challenge form over an existing challenge (ADM-24). Any status may be chosen: leaving completed
 * takes the winner's reward back, choosing completed for a running challenge counts its votes as the schedule
 * would. Votes are paid when they become visible, and their points are taken back when they are hidden. Administrators only. `imageId` replaces the image; null keeps it. `version` is that of the challenge the
 * form was filled with: where someone else saved since, or it moved on by itself, nothing is saved.
 */
export function updateChallenge(
  db: Db,
  scope: Scope,
  id: string,
  form: ChallengeForm,
  imageId: string | null,
  version?: number,
): Promise<Outcome<{ id: string }>> {
  const { viewer } = scope
  if (!viewer?.isAdmin) return Promise.resolve(refused('forbidden', 'Access Denied'))
  return db.transaction(async (tx) => {
    const before = await tx.row<Before>(sql`
      select status, deadline, image_id as "imageId", version, hides_votes as "hidesVotes", app_now() as now
      from challenges where id = ${id} for update`)
    if (!before) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (version !== undefined && version !== before.version)
      return refused('conflict', CHALLENGE_FORM_MESSAGES.stale)
    const refusal = await refusalOf(tx, before, form, imageId)
    if (refusal) return refused('invalid', refusal)
    const state = await challengeState(tx, id)
    await change(tx, scope, id, before, form, imageId)
    await recordChange(tx, viewer, 'challenge_updated', id, state)
    return done({ id })
  })
}

async function refusalOf(
  tx: Db,
  before: Before,
  form: ChallengeForm,
  imageId: string | null,
): Promise<string | null> {
  if (!imageId && !before.imageId) return CHALLENGE_FORM_MESSAGES.image
  if (imageId && !(await tx.row(sql`select 1 from images where id = ${imageId} and purpose = 'challenge'`)))
    return CHALLENGE_FORM_MESSAGES.image
  if (statusChoices(before.status).every((status) => status !== form.status))
    return CHALLENGE_FORM_MESSAGES.status
  if (form.status === 'voting' && !form.allowVoting) return CHALLENGE_FORM_MESSAGES.votingRuns
  const moved = form.status !== before.status || form.deadline.getTime() !== before.deadline?.getTime()
  return needsDeadlineAhead(form) && moved && form.deadline <= before.now
    ? CHALLENGE_FORM_MESSAGES.deadlinePassed
    : null
}

/** The statuses that the form offers: four, and its own for a challenge in voting or canceled. */
export function statusChoices(status: ChallengeStatus): ChallengeStatus[] {
  const usual: ChallengeStatus[] = ['draft', 'upcoming', 'active', 'completed']
  return usual.includes(status) ? usual : [...usual, status]
}

async function change(
  tx: Db,
  scope: Scope,
  id: string,
  before: Before,
  form: ChallengeForm,
  imageId: string | null,
) {
  const leaving = before.status === 'completed' && form.status !== 'completed'
  const completing = form.status === 'completed' && before.status !== 'completed'
  if (leaving) await reopen(tx, id)
  const status = completing ? before.status : form.status
  await tx.rows(sql`
    update challenges set title = ${form.title}, description = ${form.description}, requirements = ${form.requirements},
      image_id = coalesce(${imageId}::uuid, image_id), type = ${form.type}, kind = ${form.kind}, status = ${status},
      start_date = ${form.startDate}, deadline = ${form.deadline}, voting_opens_at = ${form.votingOpensAt},
      voting_closes_at = ${form.votingClosesAt}, voting_ends_at = ${votingEnd(form)},
      activated_at = case when ${status} = 'active' then coalesce(activated_at, app_now()) else activated_at end,
      completed_at = case when ${isFinished(status)} then coalesce(completed_at, app_now()) end,
      show_submissions = ${form.showSubmissions}, show_votes = ${form.showVotes}, allow_voting = ${form.allowVoting},
      allow_comments = ${form.allowComments}, updated_at = app_now()
    where id = ${id}`)
  if (completing)
    await completeInTransaction(tx, scope, id, { by: scope.viewer?.id ?? null, payParticipants: false })
  await updateVotePoints(tx, id, before.hidesVotes)
}
