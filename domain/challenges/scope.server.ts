import sql, { type Sql } from 'sql-template-tag'
import type { Viewer } from '#domain/members/rules.ts'

/** after: entries are public until rejected. before: only approved ones are. */
export type Moderation = 'after' | 'before'

/** For whom and under which policy something is read or decided. */
export interface Scope {
  viewer: Viewer
  moderation: Moderation
}

/** The statuses in which an entry is public, may be voted for, and may win. */
function publicStatuses(moderation: Moderation): string[] {
  return moderation === 'after' ? ['pending', 'approved'] : ['approved']
}

/** Public challenges, and for administrators the drafts as well. `c` is the challenge. */
export function challengeVisible(scope: Scope): Sql {
  return scope.viewer?.isAdmin ? sql`true` : sql`c.status <> 'draft'`
}

/** Whether counts of votes may be shown: hidden ones appear at completion, and to administrators always. */
export function votesVisible(scope: Scope): Sql {
  return scope.viewer?.isAdmin ? sql`true` : sql`(c.show_votes or c.status in ('completed', 'canceled'))`
}

/** An entry that counts and shows for everyone. `s` is the submission. */
export function submissionPublic(scope: Scope): Sql {
  return sql`s.status = any(${publicStatuses(scope.moderation)})`
}

/** A submission that counted under the policy which its completion `k` recorded. `s` is the submission. */
export function countedAtCompletion(): Sql {
  return sql`s.status = any(case k.moderation
    when 'after' then ${publicStatuses('after')}::text[] else ${publicStatuses('before')}::text[] end)`
}

/** Whether others' entries of a challenge show: from the start, or once entries are closed. `c` is the challenge. */
export function submissionsShown(scope: Scope): Sql {
  return sql`(${challengeVisible(scope)}
    and (c.show_submissions or c.deadline <= app_now() or c.status in ('completed', 'canceled')))`
}

/**
 * An entry that the viewer may see: public ones (where show_submissions is off, others' only once entries are
 * closed), one's own, and for administrators all. `s` is the submission, `c` its challenge.
 */
export function submissionVisible(scope: Scope): Sql {
  if (scope.viewer?.isAdmin) return sql`true`
  const shown = sql`(${submissionPublic(scope)} and ${submissionsShown(scope)})`
  return scope.viewer ? sql`(s.user_id = ${scope.viewer.id} or ${shown})` : shown
}

/** As entryVisible, without rejected ones: what galleries and lists hold. */
export function submissionListed(scope: Scope): Sql {
  return sql`(s.status <> 'rejected' and ${submissionVisible(scope)})`
}
