import sql, { type Sql } from 'sql-template-tag'
import { type ChallengeSummary, challengeSummaries } from '#domain/challenges/queries.server.ts'
import { type Scope, submissionPublic, submissionsOpen, votingOpen } from '#domain/challenges/scope.server.ts'
import { type SubmissionSummary, submissionSummaries } from '#domain/submissions/queries.server.ts'
import { hasVoteLeft } from '#domain/voting/eligibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type VotingChallenge, votingColumns } from './my-dojo.server.ts'

const limits = { voting: 30, previewed: 6, active: 3, latest: 4, top: 7 }

interface OpenVoting extends VotingChallenge {
  /** The viewer has a vote left. */
  mayVote: boolean
}

export interface HomeChallenges {
  /** Today's daily challenge, else the open one that closes first. */
  featured: ChallengeSummary | null
  /** Those that the viewer may vote in come first, then those that end first. The first few have previews. */
  voting: OpenVoting[]
  /** Active ones, newest first. */
  active: ChallengeSummary[]
}

/** The challenges of home (NAV-36, NAV-44, NAV-45). One statement. */
export async function homeChallenges(db: Db, scope: Scope): Promise<HomeChallenges> {
  const mayVote = scope.viewer ? hasVoteLeft(scope, scope.viewer) : sql`false`
  const rows = await db.rows<OpenVoting & Part<keyof HomeChallenges>>(sql`
    select 'featured' as part, card.*, 1 as place, false as "mayVote", '[]'::json as previews, 0 as seen
    from (${challengeSummaries(scope, sql`and ${submissionsOpen} order by c.type <> 'daily', c.deadline, c.id limit 1`)}) card
    union all
    (with voting as materialized (
      select c.id, vote."mayVote", row_number() over (order by not vote."mayVote", c.voting_ends_at, c.id) as place
      from challenges c cross join lateral (select ${mayVote} as "mayVote") vote
      where ${votingOpen} order by place limit ${limits.voting})
    select 'voting', card.*, voting.place, voting."mayVote", more.previews, more.seen
    from voting
    cross join lateral (${challengeSummaries(scope, sql`and c.id = voting.id`)}) card
    left join lateral (select ${votingColumns(scope)}) more on voting.place <= ${limits.previewed})
    union all
    select 'active', card.*, row_number() over (), false, '[]', 0
    from (${challengeSummaries(
      scope,
      sql`and c.is_active order by c.created_at desc, c.id desc limit ${limits.active}`,
    )}) card
    order by place`)
  return {
    featured: inPart(rows, 'featured')[0] ?? null,
    voting: inPart(rows, 'voting'),
    active: inPart(rows, 'active'),
  }
}

interface Part<Name> {
  part: Name
  place: number
}

function inPart<Row extends Part<string>>(
  rows: readonly Row[],
  name: Row['part'],
): Omit<Row, keyof Part<string>>[] {
  return rows.flatMap(({ part, place: _, ...card }) => (part === name ? [card] : []))
}

export interface WinningSubmission extends SubmissionSummary {
  completedAt: Date
}

export interface HomeWinners {
  /** Of the challenges that were completed last, latest first. */
  latest: WinningSubmission[]
  /** Those with the most votes, for visitors. */
  top: WinningSubmission[]
}

/** The winning submissions of home (NAV-49). One statement. */
export async function homeWinners(db: Db, scope: Scope): Promise<HomeWinners> {
  const winners = (part: keyof HomeWinners, order: Sql, limit: number) => sql`
    select ${part} as part, card.*, won.place, won.completed_at as "completedAt"
    from (
      select winner_submission_id, completed_at, row_number() over (order by ${order}) as place
      from challenges c where c.status = 'completed' and c.winner_submission_id is not null
      order by ${order} limit ${limit}) won
    cross join lateral (
      ${submissionSummaries(submissionPublic(scope), sql`and s.id = won.winner_submission_id`)}) card`
  const rows = await db.rows<WinningSubmission & Part<keyof HomeWinners>>(sql`
    ${winners('latest', sql`c.completed_at desc, c.id desc`, limits.latest)}
    union all
    ${winners('top', sql`c.winner_votes desc, c.deadline desc, c.id desc`, scope.viewer ? 0 : limits.top)}
    order by part, place`)
  return { latest: inPart(rows, 'latest'), top: inPart(rows, 'top') }
}
