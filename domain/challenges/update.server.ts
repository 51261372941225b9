import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import type { Dates } from '#domain/notifications/moved-dates.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { challengeState, formAssignments, hasFormValues, recordChange } from './fields.server.ts'
import type { ChallengeForm } from './form.server.ts'
import { CHALLENGE_MESSAGES, type ChallengeStatus, isFinished, statusChoices, votingEnd } from './rules.ts'
import type { Scope } from './scope.server.ts'
import { ballotTimes } from './time.server.ts'
import { CHALLENGE_FORM_MESSAGES, isDeadlinePassed } from './timeline.ts'

/**
 * What a saved form changes besides the challenge's row; domain/lifecycle implements it. Each step runs in the
 * transaction that holds the challenge's row exclusively.
 */
export interface LifecycleSteps {
  complete(tx: Db, scope: Scope, id: string): Promise<void>
  reopen(tx: Db, id: string): Promise<void>
  /** Pays or takes back the points of votes, where the form has shown or hidden them. */
  updateVotePoints(tx: Db, id: string, wereHidden: boolean): Promise<void>
  datesOf(tx: Db, id: string): Promise<Dates | undefined>
  /** Tells those who rely on dates that were moved since `before`. */
  recordMovedDates(tx: Db, id: string, before: Dates | undefined): Promise<void>
}

interface ChallengeUpdate {
  form: ChallengeForm
  /** Replaces the image; null keeps it. */
  imageId: string | null
  /** The challenge's version when the form was filled. A later version with other values is refused as a conflict. */
  version?: number
  /** False if the administrator has not confirmed yet that the challenge is completed or hidden, or its counts shown. */
  isConfirmed?: boolean
}

interface Before {
  status: ChallengeStatus
  deadline: Date | null
  votingEndsAt: Date | null
  imageId: string | null
  version: number
  hidesVotes: boolean
  allowVoting: boolean
  isHeld: boolean
  /** Its result is open, and members have voted or could vote. */
  hasOpenBallot: boolean
  /** The administrator has a submission in it. */
  isOwn: boolean
  participants: number
  now: Date
}

/**
 * Saves the challenge form over an existing challenge (ADM-24). Administrators only. Any status may be chosen: leaving
 * completed or canceled does what reopening does, choosing completed counts the votes as the schedule would, once confirmed.
 */
export function updateChallenge(
  db: Db,
  scope: Scope,
  id: string,
  update: ChallengeUpdate,
  lifecycle: LifecycleSteps,
): Promise<Outcome<{ id: string }>> {
  return adminTransaction(db, scope.viewer, 'challenges', async (tx, admin) => {
    const before = await tx.row<Before>(sql`
      select status, deadline, voting_ends_at as "votingEndsAt", image_id as "imageId", version, hides_votes as "hidesVotes",
        allow_voting as "allowVoting", held_at is not null as "isHeld",
        last_ballot_at is not null and status not in ('completed', 'canceled') as "hasOpenBallot",
        exists (select from submissions own where own.challenge_id = ${id} and own.user_id = ${admin.id}) as "isOwn",
        participant_count as participants, app_now() as now
      from challenges where id = ${id} for update`)
    if (!before) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (update.version !== undefined && update.version !== before.version)
      return (await hasFormValues(tx, id, update.form, update.imageId))
        ? done({ id })
        : refused('conflict', CHALLENGE_FORM_MESSAGES.stale)
    const refusal = await refusalOf(tx, before, update)
    if (refusal) return refused('invalid', refusal)
    const question = update.isConfirmed === false && questionFor(before, update.form)
    if (question) return refused('conflict', question)
    const state = await challengeState(tx, id)
    const dates = await lifecycle.datesOf(tx, id)
    await saveForm(tx, scope, id, before, update, lifecycle)
    await lifecycle.recordMovedDates(tx, id, dates)
    await recordChange(tx, admin, 'challenge_updated', id, state)
    return done({ id })
  })
}

async function refusalOf(tx: Db, before: Before, { form, imageId }: ChallengeUpdate): Promise<string | null> {
  if (!imageId && !before.imageId) return CHALLENGE_FORM_MESSAGES.image
  if (imageId && !(await lockImage(tx, imageId))) return CHALLENGE_FORM_MESSAGES.image
  if (statusChoices(before.status).every((status) => status !== form.status))
    return CHALLENGE_FORM_MESSAGES.status
  if (form.status === 'voting' && !form.allowVoting) return CHALLENGE_FORM_MESSAGES.votingRuns
  const switchesVoting = form.allowVoting !== before.allowVoting
  // A later count would find another result than the certified one.
  if (before.status === 'completed' && form.status === 'completed' && switchesVoting)
    return CHALLENGE_FORM_MESSAGES.votingOver
  if (before.isHeld && isCompleting(before, form)) return CHALLENGE_FORM_MESSAGES.held
  if (before.isOwn && before.hasOpenBallot && (form.showVotes === before.hidesVotes || switchesVoting))
    return CHALLENGE_FORM_MESSAGES.ownContest
  if (endsVoting(before, form)) return CHALLENGE_FORM_MESSAGES.votingEndPassed
  const moved = form.status !== before.status || form.deadline.getTime() !== before.deadline?.getTime()
  return moved && isDeadlinePassed(form, before.now) ? CHALLENGE_FORM_MESSAGES.deadlinePassed : null
}

/** Whether the form would end a vote that is open, without the confirmation that a completion asks for. */
function endsVoting({ status, votingEndsAt, now }: Before, form: ChallengeForm): boolean {
  const end = votingEnd(form)
  return (
    status === 'voting' &&
    form.status === 'voting' &&
    end <= now &&
    (votingEndsAt === null || votingEndsAt > now) &&
    end.getTime() !== votingEndsAt?.getTime()
  )
}

function isCompleting(before: Before, form: ChallengeForm): boolean {
  return form.status === 'completed' && before.status !== 'completed'
}

/** What an administrator must confirm first, or null. */
function questionFor(before: Before, form: ChallengeForm): string | null {
  if (isCompleting(before, form)) return CHALLENGE_FORM_MESSAGES.confirmCompletion
  if (before.hasOpenBallot && before.hidesVotes && form.showVotes)
    return CHALLENGE_FORM_MESSAGES.confirmShowing
  const isHiding = form.status === 'draft' && before.status !== 'draft' && before.participants > 0
  return isHiding ? CHALLENGE_FORM_MESSAGES.confirmHiding : null
}

/** Keeps the image from being swept until the challenge refers to it. */
function lockImage(tx: Db, imageId: string): Promise<unknown> {
  return tx.row(sql`select 1 from images where id = ${imageId} and purpose = 'challenge' for key share`)
}

async function saveForm(
  tx: Db,
  scope: Scope,
  id: string,
  before: Before,
  { form, imageId }: ChallengeUpdate,
  lifecycle: LifecycleSteps,
): Promise<void> {
  const completing = isCompleting(before, form)
  const reopening = isFinished(before.status) && !isFinished(form.status)
  if (reopening) await lifecycle.reopen(tx, id)
  const status = completing ? before.status : form.status
  // Everyone has seen the counts of a canceled ballot.
  const ballot =
    reopening && before.status === 'canceled'
      ? ballotTimes('active', sql`true`)
      : ballotTimes(status, sql`${form.showVotes}`)
  await tx.rows(sql`
    update challenges set ${formAssignments({ ...form, status })},
      image_id = coalesce(${imageId}::uuid, image_id), voting_ends_at = ${votingEnd(form)},
      activated_at = case when ${status} = 'active' then coalesce(activated_at, app_now()) else activated_at end,
      completed_at = case when ${isFinished(status) && !completing} then coalesce(completed_at, app_now())
        when ${isFinished(status)} then app_now() end,
      canceled_from = case when ${status === 'canceled'} then canceled_from end,
      updated_at = app_now(), ${ballot}
    where id = ${id}`)
  if (completing) await lifecycle.complete(tx, scope, id)
  await lifecycle.updateVotePoints(tx, id, before.hidesVotes)
}
