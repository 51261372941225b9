import sql, { type Sql } from 'sql-template-tag'
import type { Viewer } from '#domain/members/rules.ts'

/** 'after': submissions are public until rejected. 'before': only approved ones are. */
export type Moderation = 'after' | 'before'

/** The viewer and the moderation policy that queries and commands apply. */
export interface Scope {
  viewer: Viewer
  moderation: Moderation
  /** Of the site, for messages to members whose own zone is not known. */
  timeZone?: string
}

/** The scope of someone who is not signed in. */
export function visitorScope(moderation: Moderation): Scope {
  return { viewer: null, moderation }
}

/** The statuses in which a submission is public, may be voted for, and may win. */
export function publicStatuses(moderation: Moderation): ('approved' | 'pending')[] {
  return moderation === 'after' ? ['pending', 'approved'] : ['approved']
}

/** Public challenges; for administrators drafts as well. `c` is the challenge. */
export function challengeVisible(scope: Scope): Sql {
  return scope.viewer?.isAdmin ? sql`true` : sql`c.status <> 'draft'`
}

/**
 * The rows `s` of challenges that the viewer may see, for lists that do not join challenges: the drafts are read once, so
 * that the indexes of the list are used as for administrators.
 */
export function notOfDraft(viewer: Viewer): Sql {
  return viewer?.isAdmin
    ? sql`true`
    : sql`s.challenge_id <> all(array(select id from challenges where status = 'draft'))`
}

/** Whether vote counts are shown: those of a secret ballot from completion, to administrators too. `c` is the challenge. */
export const votesVisible = sql`not c.hides_votes`

/** Whether others' submissions are shown: from the start, or after the deadline. `c` is the challenge. */
export function submissionsShown(scope: Scope): Sql {
  return sql`(${challengeVisible(scope)} and (c.show_submissions or c.deadline <= app_now() or c.status in ('completed', 'canceled')))`
}

/** A submission that everyone may see once it is shown, that may be voted for and may win. `s` is the submission. */
export function submissionPublic(scope: Scope): Sql {
  return sql`s.status = any(${publicStatuses(scope.moderation)})`
}

/** A submission that everyone sees now: where show_submissions is off, after the deadline. `s` is the submission, `c` its challenge. */
export function submissionSeenByAll(scope: Scope): Sql {
  return sql`(${submissionPublic(scope)} and ${submissionsShown(scope)})`
}

/**
 * Whether lists of all submissions hold others' ones: as `submissionsShown`, but from the transition after the deadline.
 * `c` is the challenge.
 */
export function submissionsInLists(scope: Scope): Sql {
  return sql`(not c.hides_submissions and ${submissionsShown(scope)})`
}

/**
 * The submission that a member voted for in a challenge, or null. The one expression of it: with a second vote of a member
 * it fails wherever it is read.
 */
export function votedFor(userId: string | null, challengeId: Sql = sql`c.id`): Sql {
  return sql`(select submission_id from votes where challenge_id = ${challengeId} and user_id = ${userId}::uuid and counts)`
}

/** Who voted can be examined: it has been in voting, and was not canceled. `c` is the challenge. */
export const votesExaminable = sql`(c.last_ballot_at is not null and c.status in ('active', 'voting', 'completed'))`

/** Whether submissions are taken at this moment. `c` is the challenge. */
export const submissionsOpen = sql`c.status = 'active' and app_now() < c.deadline`

/** Whether votes are taken at this moment. `c` is the challenge. */
export const votingOpen = sql`c.status = 'voting' and c.allow_voting and app_now() < c.voting_ends_at`
