import sql, { type Sql } from 'sql-template-tag'
import { type Preview, previewsOf, seenBy } from '#domain/ballot/previews.server.ts'
import { type ChallengeSummary, challengeSummaries, imageColumns } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { type Scope, submissionsOpen, votingOpen } from '#domain/challenges/scope.server.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { Member } from '#domain/members/rules.ts'
import { type DraftRow, draftRows } from '#domain/submissions/drafts.server.ts'
import { placing } from '#domain/submissions/queries.server.ts'
import type { Placing } from '#domain/submissions/rules.ts'
import { hasVoteLeft } from '#domain/voting/eligibility.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { monthStreak } from './rules.ts'

type MemberScope = Scope & { viewer: Member }

const limits = { open: 24, votes: 12, results: 6, drafts: 3 }

interface MyChallenges {
  /** Upcoming and open ones, and those in voting, that the member follows or has entered; the next deadline first. */
  open: ChallengeSummary[]
  /** In voting, where the member has a vote left. */
  votes: VotingChallenge[]
}

export interface VotingChallenge extends ChallengeSummary {
  previews: Preview[]
  /** Submissions that the viewer has seen, with their own. */
  seen: number
}

/** The challenges in which the viewer can do something now (NAV-50). One statement. */
export async function myChallenges(db: Db, scope: MemberScope): Promise<MyChallenges> {
  const { id } = scope.viewer
  const rows = await db.rows<VotingChallenge & { part: keyof MyChallenges }>(sql`
    select 'open' as part, card.*, '[]'::json as previews, 0 as seen from (${challengeSummaries(
      scope,
      sql`and c.status in ('upcoming', 'active', 'voting') and c.id in (
          select challenge_id from challenge_follows where user_id = ${id}
          union select challenge_id from submissions where user_id = ${id})
        order by case when c.status = 'voting' then c.voting_ends_at else c.deadline end, c.id limit ${limits.open}`,
    )}) card
    union all
    select 'votes', card.*, ${votingColumns(scope)} from (${challengeSummaries(
      scope,
      sql`and ${votingOpen} and ${hasVoteLeft(scope, scope.viewer)}
        order by c.voting_ends_at, c.id limit ${limits.votes}`,
    )}) card`)
  const of = (name: keyof MyChallenges) => rows.flatMap(({ part, ...card }) => (part === name ? [card] : []))
  const nextEnd = ({ status, deadline, votingEndsAt }: ChallengeSummary) =>
    Number(status === 'voting' ? votingEndsAt : deadline)
  return {
    open: of('open').toSorted((a, b) => nextEnd(a) - nextEnd(b)),
    votes: of('votes').toSorted((a, b) => nextEnd(a) - nextEnd(b)),
  }
}

/** The further columns of a VotingChallenge; `card` is its summary. */
export function votingColumns(scope: Scope): Sql {
  return sql`${previewsOf(scope, sql`card.id`)} as previews, ${seenBy(scope, sql`card.id`, sql`card."mySubmissionId"`)} as seen`
}

export interface MyResult {
  id: string
  title: string
  image: StoredImage | null
  challenge: { id: string; title: string; kind: Kind }
  completedAt: Date
  /** Null without a vote or if it did not count. */
  placing: Placing | null
}

/** The viewer's submissions to the challenges that were completed last. */
export function myResults(db: Db, viewer: Member): Promise<MyResult[]> {
  return db.rows(resultRows(viewer, limits.results))
}

function resultRows(viewer: Member, limit: number): Sql {
  return sql`
    select s.id, s.title, (select ${imageColumns(sql`i`)} from images i where i.id = s.image_id) as image,
      json_build_object('id', c.id, 'title', c.title, 'kind', c.kind) as challenge,
      c.completed_at as "completedAt", ${placing} as placing
    from submissions s join challenges c on c.id = s.challenge_id
    where s.user_id = ${viewer.id} and s.status <> 'rejected' and c.status = 'completed'
    order by c.completed_at desc, s.id limit ${limit}`
}

export interface MyWork {
  /** The newest ones that can still be submitted. */
  drafts: DraftRow[]
  /** Of the challenge that was completed last. */
  lastResult: MyResult | null
}

/** What home shows of the viewer's own work (NAV-44). One statement. */
export async function myWork(db: Db, viewer: Member): Promise<MyWork> {
  const rows = await db.rows<WorkRow>(sql`
    select 'draft' as part, null::uuid as id, d.title, d.image, d.challenge, d.deadline, d."isOpen", d."savedAt",
      null::timestamptz as "completedAt", null::json as placing
    from (${draftRows(viewer, sql`and ${submissionsOpen}`, limits.drafts)}) d
    union all
    select 'result', r.id, r.title, r.image, r.challenge, null, false, null, r."completedAt", r.placing
    from (${resultRows(viewer, 1)}) r`)
  return {
    drafts: rows.flatMap(({ savedAt, ...draft }) => (savedAt ? [{ ...draft, savedAt }] : [])),
    lastResult:
      rows.flatMap(({ id, completedAt, ...result }) =>
        id && completedAt ? [{ ...result, id, completedAt }] : [],
      )[0] ?? null,
  }
}

/** A draft has no id and no completion, a result was not saved. */
interface WorkRow extends Omit<DraftRow & MyResult, 'id' | 'savedAt' | 'completedAt'> {
  part: 'draft' | 'result'
  id: string | null
  savedAt: Date | null
  completedAt: Date | null
}

/** The database's time, and the viewer's months in a row with an entry. */
export async function myStreak(db: Db, viewer: Member): Promise<{ now: Date; months: number }> {
  const row = await db.row<{ now: Date; months: string[] }>(sql`
    select app_now() as now, array(
      select distinct to_char(submission_date at time zone 'UTC', 'YYYY-MM') from submissions
      where user_id = ${viewer.id} and status <> 'rejected' order by 1 desc) as months`)
  const now = row?.now ?? new Date()
  return { now, months: monthStreak(row?.months ?? [], now) }
}
