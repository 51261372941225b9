import sql from 'sql-template-tag'
import type { Voters } from '#domain/challenges/rules.ts'
import { type Moderation, publicStatuses, type Scope } from '#domain/challenges/scope.server.ts'
import { standings } from '#domain/submissions/galleries.server.ts'
import { type SubmissionSummary, submissionSummaries } from '#domain/submissions/queries.server.ts'
import { submissionListed } from '#domain/submissions/visibility.server.ts'
import type { VoidReason } from '#domain/voting/bars.ts'
import type { Db } from '#platform/database/database.server.ts'
import { placedRows, readPage, sliceRows } from '#platform/database/page-rows.server.ts'
import type { PageRequest } from '#platform/paging.ts'
import { RESULTS_PAGE_SIZE } from './rules.ts'

export interface Result {
  completedAt: Date
  votingBegan: Date | null
  /** When an earlier result was known, before the challenge was opened again; null if it was not. */
  knownBefore: Date | null
  /** Members could see counts while voting was open, at least for a time. */
  wereShown: boolean
  /** Administrators who looked at hidden counts after voting last opened. */
  lookedAt: number
  /** Which submissions counted. */
  moderation: Moderation
  entries: number
  /** Also the members who voted: each has one vote. */
  votes: number
  /** Votes for entries that could win. */
  counted: number
  /** The settings when it was completed. */
  conditions: { showVotes: boolean; allowVoting: boolean; voters: Voters }
  /** Entries with at least one vote. */
  votedFor: number
  /** Entries with the most votes. */
  tied: number
  /** Votes that administrators voided, by the reason. */
  voided: Partial<Record<VoidReason, number>>
  /** In time order; hours without votes are left out. */
  hours: { hour: string; votes: number }[]
  /** SHA-256 of the votes, in hexadecimal digits; null for a challenge that was created as completed. */
  ballots: string | null
}

/** The result of a completed challenge (CHL-73), or undefined before its completion. */
export function challengeResult(db: Db, challengeId: string): Promise<Result | undefined> {
  return db.row(sql`
    select coalesce(k.completed_at, c.completed_at) as "completedAt", c.last_ballot_at as "votingBegan",
      known.before as "knownBefore",
      c.votes_shown_at is not null as "wereShown",
      (select count(*)::int from count_views looked where looked.challenge_id = c.id
        and looked.viewed_at > coalesce(known.before, '-infinity')) as "lookedAt",
      coalesce(k.moderation, 'after') as moderation, coalesce(t.entries, c.participant_count) as entries,
      coalesce(t.votes, 0) as votes, coalesce(t.counted, t.votes, 0) as counted,
      jsonb_build_object('showVotes', c.show_votes, 'allowVoting', c.allow_voting, 'voters', c.voters)
        || coalesce(t.conditions, '{}') as conditions, coalesce(t.voted_for, 0) as "votedFor", coalesce(t.tied, 0) as tied,
      coalesce(t.voided, '{}') as voided, coalesce(t.hours, '[]') as hours, t.ballots
    from challenges c left join completions k on k.challenge_id = c.id and k.revoked_at is null
    left join certificates t on t.completion_id = k.id and t.replaced_at is null
    cross join lateral (select max(earlier.completed_at) as before from completions earlier
      where earlier.challenge_id = c.id and earlier.completed_at < c.last_ballot_at) known
    where c.id = ${challengeId} and c.status = 'completed'`)
}

export interface ResultRow {
  id: string
  votes: number
  /** Members who saw it while voting was open. */
  seen: number
  /** Null if the viewer may not see it: it counted without approval, and MODERATION has changed to 'before' since. */
  submission: SubmissionSummary | null
}

/** A page of the submissions that counted, by their places. */
export async function resultRows(
  db: Db,
  scope: Scope,
  challengeId: string,
  { moderation, entries }: Pick<Result, 'moderation' | 'entries'>,
  request: PageRequest,
): Promise<ResultRow[]> {
  const { rows } = await readPage({
    request,
    size: RESULTS_PAGE_SIZE,
    count: () => Promise.resolve(entries),
    rowsOf: async (slice) => {
      const counted = sliceRows(
        (condition) => sql`
          select s.id, s.votes, s.content_changed_at from submissions s
          where s.challenge_id = ${challengeId} and s.status = any(${publicStatuses(moderation)}) and ${condition}`,
        standings,
        slice,
      )
      const placed = await db.rows<Omit<ResultRow, 'submission'>>(sql`
        select chosen.id, chosen.votes, coalesce(views.seen, 0) as seen
        from (${placedRows(counted, standings, slice)}) chosen
        left join submission_views views on views.submission_id = chosen.id
        order by chosen.place`)
      const ids = placed.map(({ id }) => id)
      const shown = await db.rows<SubmissionSummary>(
        submissionSummaries(sql`s.id = any(${ids}::uuid[])`, sql`and ${submissionListed(scope)}`),
      )
      const submissions = new Map(shown.map((submission) => [submission.id, submission]))
      return placed.map((row) => ({ ...row, submission: submissions.get(row.id) ?? null }))
    },
  })
  return rows
}
