import sql, { type Sql } from 'sql-template-tag'
import {
  notOfDraft,
  submissionsOpen,
  submissionsShown,
  visitorScope,
  votesVisible,
  votingOpen,
} from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import {
  contentVersion,
  judgementVersion,
  type SubmissionStatus,
  undoable,
} from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'

/** It has votes that did not count when its challenge was completed. `s` is the submission, `c` its challenge. */
export const uncounted = sql`(s.votes > 0 and s.status = 'pending' and exists (select from completions k
  where k.challenge_id = c.id and k.revoked_at is null and k.moderation = 'before'))`

/** Whether a member has a submission in the challenge `c`. */
export function enteredBy(userId: string): Sql {
  return sql`exists (select from submissions own where own.challenge_id = c.id and own.user_id = ${userId})`
}

export interface SubmissionToModerate {
  id: string
  title: string
  status: SubmissionStatus
  /** Null while counts are hidden. */
  votes: number | null
  won: boolean
  /** What a removal takes from the author. */
  authorPoints: number
  /** The challenge takes votes. */
  isInVoting: boolean
  /** Its votes did not count when the challenge was completed: an approval counts all votes again. */
  isUncounted: boolean
  /** Others may see it, if its status allows that. */
  isShown: boolean
  /** Only administrators see its challenge. */
  isDraft: boolean
  /** The challenge takes submissions and edits. */
  isOpen: boolean
  /** The approval or rejection can be undone. */
  isUndoable: boolean
  judgementVersion: number | null
  /** The version of the content. */
  version: number
  challengeTitle: string
  authorName: string
  /** Null unless approved or rejected, and if it is not known. */
  moderatedAt: Date | null
  /** Null if the account was deleted. */
  moderatorName: string | null
  /** An undo of the rejection makes it approved again. */
  wasApproved: boolean
  /** The administrator has a submission in the challenge. */
  isOwnContest: boolean
}

/**
 * The points that `removeFromContest` takes from the author `u` of the submission `s`: what the ledger says they have of
 * it, of its votes, of participation and of the win, and never more than their total.
 */
const authorPoints = sql`(
  select case when s.status = 'rejected' then 0 else least(u.points, coalesce(sum(l.points), 0))::int end from points_log l
  where l.user_id = s.user_id and l.challenge_id = s.challenge_id and case
    when l.reason in ('vote_received', 'vote_removed', 'vote_hidden')
      then exists (select from votes v where v.id = l.source_id and v.submission_id = s.id and v.counts and v.round = l.round)
    when l.reason in ('challenge_win', 'challenge_win_revoked') then c.winner_submission_id = s.id and l.source_id in (
      select id from completions k where k.challenge_id = s.challenge_id and k.revoked_at is null)
    else l.source_id = s.id or exists (select from points_log part where part.user_id = l.user_id
      and part.reason = 'challenge_participation' and part.source_id = l.source_id) end)`

export function submissionToModerate(
  db: Db,
  admin: Admin,
  id: string,
): Promise<SubmissionToModerate | undefined> {
  return db.row(sql`select ${moderationFields(admin)} ${moderated(admin, id)}`)
}

/** Of the rows of `moderated`. */
export function moderationFields(admin: Admin): Sql {
  return sql`
    s.id, s.title, s.status, case when ${votesVisible} then s.votes end as votes, coalesce(c.winner_submission_id = s.id, false) as won, ${uncounted} as "isUncounted",
      ${authorPoints} as "authorPoints", ${votingOpen} as "isInVoting",
      ${submissionsShown(visitorScope('after'))} as "isShown", c.status = 'draft' as "isDraft", ${submissionsOpen} as "isOpen",
      ${undoable} as "isUndoable", ${judgementVersion} as "judgementVersion", ${contentVersion} as version, c.title as "challengeTitle", u.display_name as "authorName",
      s.moderation_date as "moderatedAt", m.display_name as "moderatorName", coalesce(s.rejected_from = 'approved', false) as "wasApproved",
      ${enteredBy(admin.id)} as "isOwnContest"`
}

/** The submission `s`, its challenge `c` and its author `u`. */
export function moderated(admin: Admin, id: string): Sql {
  return sql`
    from submissions s join challenges c on c.id = s.challenge_id join users u on u.id = s.user_id
    left join users m on m.id = s.moderator_id and m.deleted_at is null
    left join images image on image.id = s.image_id
    where s.id = ${id} and ${notOfDraft(admin)}`
}
