import sql, { type Sql } from 'sql-template-tag'
import type { Viewer } from '#domain/members/rules.ts'

/** after: submissions are public until rejected. before: only approved ones are. */
export type Moderation = 'after' | 'before'

/** For whom and under which policy something is read or decided. */
export interface Scope {
  viewer: Viewer
  moderation: Moderation
}

/** The statuses in which a submission is public, may be voted for, and may win. */
export function publicStatuses(moderation: Moderation): string[] {
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

/** Whether others' submissions show: from the start, or once the challenge takes no more. `c` is the challenge. */
export function submissionsShown(scope: Scope): Sql {
  return sql`(${challengeVisible(scope)}
    and (c.show_submissions or c.deadline <= app_now() or c.status in ('completed', 'canceled')))`
}
