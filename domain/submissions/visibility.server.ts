import sql, { type Sql } from 'sql-template-tag'
import {
  challengeVisible,
  type Moderation,
  notOfDraft,
  publicStatuses,
  type Scope,
  submissionSeenByAll,
  submissionsShown,
  visitorScope,
} from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'

/**
 * A submission that the viewer may see: public ones (where show_submissions is off, others' only after the deadline),
 * their own, and for moderators all. Only administrators see those of a draft, which has some if it was published before.
 * `s` is the submission, `c` its challenge.
 */
export function submissionVisible(scope: Scope): Sql {
  if (mayUse(scope.viewer, 'submissions')) return challengeVisible(scope)
  const seenByAll = submissionSeenByAll(scope)
  return scope.viewer
    ? sql`(${challengeVisible(scope)} and (s.user_id = ${scope.viewer.id} or ${seenByAll}))`
    : seenByAll
}

/**
 * A submission whose title a member may read in their notifications, mails and download: their own, or one that
 * everyone sees now. `s` is the submission, `c` its challenge.
 */
export function titleVisible(moderation: Moderation, userId: string | Sql): Sql {
  return sql`(s.user_id = ${userId} or ${submissionVisible(visitorScope(moderation))})`
}

/** All that are not rejected. */
export const listedStatuses = publicStatuses('after')

/** A visible submission that is not rejected: what galleries and lists hold. */
export function submissionListed(scope: Scope): Sql {
  return sql`(s.status <> 'rejected' and ${submissionVisible(scope)})`
}

/**
 * The conditions of the parts in which an index holds the submissions of `submissionListed` in the order of a list, so
 * that no number of hidden or rejected ones makes lists slow. `s` is the submission.
 */
export function listedParts({ viewer, moderation }: Scope): Sql[] {
  const part = (isHidden: boolean, status: string) => sql`s.is_hidden = ${isHidden} and s.status = ${status}`
  if (mayUse(viewer, 'submissions'))
    return listedStatuses.flatMap((status) => [part(false, status), part(true, status)])
  const statuses = publicStatuses(moderation)
  const shown = statuses.map((status) => part(false, status))
  return viewer
    ? [...shown, sql`s.user_id = ${viewer.id} and (s.is_hidden or s.status <> all(${statuses}))`]
    : shown
}

/**
 * As `listedParts`, for the lists of one challenge: hidden, waiting or rejected ones may be many. Together they are those
 * of `submissionListed`, which lists do not ask as well: the planner would then read all of a challenge for members.
 * `c` is the challenge.
 */
export function statusParts(scope: Scope): Sql[] {
  const { viewer, moderation } = scope
  const seesAll = mayUse(viewer, 'submissions')
  const areShown = seesAll ? challengeVisible(scope) : submissionsShown(scope)
  const statuses = seesAll ? listedStatuses : publicStatuses(moderation)
  const shown = statuses.map((status) => sql`(${areShown} and s.status = ${status})`)
  if (!viewer || seesAll) return shown
  const isOwn = sql`(s.user_id = ${viewer.id} and s.status <> 'rejected' and ${challengeVisible(scope)})`
  return [...shown, sql`(${isOwn} and not (${areShown} and s.status = any(${statuses})))`]
}

/** The statuses that were public under the policy recorded with the completion `k`. */
export const countedStatuses = sql`(case k.moderation
  when 'after' then ${publicStatuses('after')}::text[] else ${publicStatuses('before')}::text[] end)`

/** A submission that was public under the policy recorded with the completion `k`. `s` is the submission. */
export const countedAtCompletion = sql`s.status = any(${countedStatuses})`

/** Of `reports`: on a member, or on work in a challenge that the admin may see. */
export function ofShownWork(admin: Admin): Sql {
  if (admin.isAdmin) return sql`true`
  return sql`(reports.member_id is not null or exists (
    select from submissions s where s.id = ${reportedSubmission} and ${notOfDraft(admin)}))`
}

/** The submission that a row of `reports` is on, or that the comment is on; by one row of an index each. */
export const reportedSubmission = sql`
  coalesce(reports.submission_id, (select m.submission_id from comments m where m.id = reports.comment_id))`
