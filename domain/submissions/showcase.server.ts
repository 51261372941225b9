import sql, { type Sql } from 'sql-template-tag'
import type { ChallengeType, Kind } from '#domain/challenges/rules.ts'
import { challengeVisible, type Scope, submissionPublic } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Order, placedRows, type Slice, sliceRows } from '#platform/database/page-rows.server.ts'
import { type Neighbours, neighbours } from './galleries.server.ts'
import { type SubmissionSummary, submissionSummaries } from './queries.server.ts'

export interface Winner extends SubmissionSummary {
  type: ChallengeType
  votes: number
  completedAt: Date
}

export const SHOWCASE_PAGE_SIZE = 12

interface Winners {
  cards: Winner[]
  total: number
}

/** A page of winning submissions, latest deadline first, of one kind or of all (SUB-54). */
export async function winners(db: Db, scope: Scope, kind: Kind | null, page: number): Promise<Winners> {
  const skip = (page - 1) * SHOWCASE_PAGE_SIZE
  const [cards, count] = await Promise.all([
    cardsOf(db, scope, kind, { backwards: false, from: null, skip, take: SHOWCASE_PAGE_SIZE }),
    db.row<{ total: number }>(sql`
      select count(*)::int as total from challenges
      where winner_submission_id is not null ${kind ? sql`and kind = ${kind}` : sql``}`),
  ])
  return { cards, total: count?.total ?? 0 }
}

/** The winners with the most votes, for the showcase's hero (SUB-55). */
export function topWinners(db: Db, scope: Scope, limit: number): Promise<Winner[]> {
  return db.rows(sql`
    select card.*, c.type, c.winner_votes as votes, c.completed_at as "completedAt"
    from (
      select id, winner_submission_id, winner_votes from challenges c
      where winner_submission_id is not null order by winner_votes desc, deadline desc, id desc limit ${limit}
    ) won
    cross join lateral (${submissionSummaries(submissionPublic(scope), sql`and s.id = won.winner_submission_id`)}) card
    join challenges c on c.id = won.id
    order by won.winner_votes desc, c.deadline desc, won.id desc`)
}

/** The kinds that have a winner, for the showcase's filters. */
export async function winningKinds(db: Db, scope: Scope): Promise<Kind[]> {
  const rows = await db.rows<{ kind: Kind }>(sql`
    select kind from unnest(array['image', 'text', 'audio', 'video', 'code', 'special']) with ordinality as k (kind, place)
    where exists (
      select from challenges c where c.kind = k.kind and winner_submission_id is not null and ${challengeVisible(scope)})
    order by place`)
  return rows.map(({ kind }) => kind)
}

/** The winning submissions before and after that of a challenge (SUB-86). */
export function besideWinner(
  db: Db,
  scope: Scope,
  kind: Kind | null,
  challengeId: string,
): Promise<Neighbours> {
  return neighbours(challengeId, (slice) => cardsOf(db, scope, kind, slice))
}

function cardsOf(db: Db, scope: Scope, kind: Kind | null, slice: Slice): Promise<Winner[]> {
  const won = (condition: Sql) => sql`
    select s.id, s.winner_submission_id, s.deadline from challenges s
    where s.winner_submission_id is not null ${kind ? sql`and s.kind = ${kind}` : sql``} and ${condition}`
  return db.rows(sql`
    select card.*, c.type, c.winner_votes as votes, c.completed_at as "completedAt"
    from (${placedRows(sliceRows(won, latestDeadline, slice), latestDeadline, slice)}) won
    cross join lateral (${submissionSummaries(submissionPublic(scope), sql`and s.id = won.winner_submission_id`)}) card
    join challenges c on c.id = won.id
    order by won.place`)
}

const latestDeadline: Order = {
  table: 'challenges',
  columns: [
    ['deadline', 'desc'],
    ['id', 'desc'],
  ],
}
