import sql, { type Sql } from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { votesVisible } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** Days of the chart, today included. */
export const DAYS_SHOWN = 30
export const MAX_BARS = 20
const mostChoices = 50

const RECENT = 5

export interface SiteCounts {
  users: number
  submissions: number
  /** Submissions that wait for a judgement of an administrator. */
  pending: number
  /** Open for submissions or votes. */
  active: number
  /** Active, with a deadline within 24 hours. */
  closingSoon: number
  /** Open reports, 1,000 at most like their list. */
  reports: number
}

// Sums of tallies, so that no table of members or submissions is counted.
const counts: Record<keyof SiteCounts, Sql> = {
  users: sql`
    select coalesce(sum(n), 0)::int from tallies where subject = 'users' and key <> 'deleted'`,
  submissions: sql`select coalesce(sum(n), 0)::int from tallies where subject = 'submissions'`,
  pending: sql`
    select coalesce(sum(n), 0)::int from tallies where subject = 'submissions' and key = 'pending'`,
  active: sql`
    select coalesce(sum(n), 0)::int from tallies
    where subject = 'challenges' and split_part(key, '/', 1) in ('active', 'voting')`,
  closingSoon: sql`
    select count(*)::int from challenges
    where status = 'active' and deadline between app_now() and app_now() + interval '24 hours'`,
  reports: sql`
    select count(*)::int from (select from reports where resolved_at is null limit 1000) open`,
}

/** The exact figures of the dashboard's tiles and of the navigation, in one statement (ADM-1, ADM-6). */
export async function siteCounts(db: Db, _admin: Admin): Promise<SiteCounts> {
  const { users, submissions, pending, active, closingSoon, reports } = counts
  const row = await db.row<SiteCounts>(sql`
    select (${users}) as users, (${submissions}) as submissions, (${pending}) as pending, (${active}) as active,
      (${closingSoon}) as "closingSoon", (${reports}) as reports`)
  return row ?? { users: 0, submissions: 0, pending: 0, active: 0, closingSoon: 0, reports: 0 }
}

/** One of these figures, for when the statement for all of them fails. */
export async function siteCount(db: Db, _admin: Admin, name: keyof SiteCounts): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select (${counts[name]}) as count`)
  return row?.count ?? 0
}

export interface RecentChallenge {
  id: string
  title: string
  status: ChallengeStatus
  deadline: Date | null
  createdAt: Date
  /** Its completion was stopped because two counts of its votes differ. */
  hasMismatch: boolean
}

/** The 5 newest challenges, drafts included (ADM-7), after those whose completion was stopped. */
export function recentChallenges(db: Db, _admin: Admin): Promise<RecentChallenge[]> {
  return db.rows(sql`
    (select c.id, c.title, c.status, c.deadline, c.created_at as "createdAt", true as "hasMismatch"
      from result_alerts a join challenges c on c.id = a.challenge_id order by a.found_at limit ${RECENT})
    union all
    (select c.id, c.title, c.status, c.deadline, c.created_at, false from challenges c
      where not exists (select from result_alerts a where a.challenge_id = c.id)
      order by c.created_at desc, c.id desc limit ${RECENT})`)
}

export interface RecentSubmission {
  id: string
  title: string
  challengeId: string
  challengeTitle: string
  /** Null if the account was deleted. */
  userId: string | null
  displayName: string
  submittedAt: Date
}

/** The 5 newest submissions, whatever their status (ADM-8). */
export function recentSubmissions(db: Db, _admin: Admin): Promise<RecentSubmission[]> {
  return db.rows(sql`
    select s.id, s.title, c.id as "challengeId", c.title as "challengeTitle", case when u.deleted_at is null then u.id end as "userId",
      u.display_name as "displayName", s.submission_date as "submittedAt"
    from (select * from submissions order by submission_date desc, id desc limit ${RECENT}) s
    join challenges c on c.id = s.challenge_id
    join users u on u.id = s.user_id
    order by s.submission_date desc, s.id desc`)
}

export interface DailyActivity {
  /** '2026-11-21' in UTC. */
  day: string
  signUps: number
  submissions: number
  votes: number
}

/**
 * The last 30 days in UTC, oldest first, with zeros for empty days. Votes of secret ballots are counted from their
 * completion. Reads daily tallies only.
 */
export function dailyActivity(db: Db, _admin: Admin): Promise<DailyActivity[]> {
  return db.rows(sql`
    select to_char(calendar.day, 'YYYY-MM-DD') as day,
      coalesce(sum(n) filter (where subject = 'users'), 0)::int as "signUps",
      coalesce(sum(n) filter (where subject = 'submissions'), 0)::int as submissions,
      coalesce(sum(n) filter (where subject = 'votes'), 0)::int as votes
    from generate_series(utc_day(app_now()) - ${DAYS_SHOWN - 1}::int, utc_day(app_now()), interval '1 day') calendar (day)
    left join daily_tallies t on t.day = calendar.day::date
    group by calendar.day order by calendar.day`)
}

export interface VoteShares {
  id: string
  title: string
  status: ChallengeStatus
  /** Submissions that were not rejected. */
  participants: number
  /** Of all submissions together. */
  votes: number
  /** The submissions with the most votes, at most 20, by standings; without those that have no vote. */
  submissions: { id: string; title: string; authorName: string; votes: number }[]
  /** The challenges in voting, latest deadline first. */
  choices: { id: string; title: string }[]
}

/**
 * The votes of a challenge by submission: of the challengeId challenge if it is in voting or completed, otherwise of the
 * one in voting with the latest deadline. Secret ballots are left out until their completion; undefined if there is none.
 */
export function voteShares(
  db: Db,
  _admin: Admin,
  challengeId: string | null,
): Promise<VoteShares | undefined> {
  return db.row(sql`
    with running as (
      select id, title, status, participant_count, deadline from challenges c
      where status = 'voting' and ${votesVisible} order by deadline desc, id desc limit ${mostChoices}
    ),
    chosen as (
      select c.*, 0 as place from (
        select id, title, status, participant_count, deadline from challenges c
        where id = ${challengeId}::uuid and status in ('voting', 'completed') and ${votesVisible}) c
      union all select running.*, 1 from running
      order by place, deadline desc, id desc limit 1
    )
    select c.id, c.title, c.status, c.participant_count as participants,
      (select coalesce(sum(t.votes), 0)::int from challenge_tallies t where t.challenge_id = c.id) as votes,
      (select coalesce(json_agg(json_build_object('id', e.id, 'title', e.title, 'authorName', u.display_name,
          'votes', e.votes) order by e.votes desc, e.content_changed_at, e.id), '[]')
        from (
          select * from submissions s where s.challenge_id = c.id and s.votes > 0
          order by s.votes desc, s.content_changed_at, s.id limit ${MAX_BARS}
        ) e join users u on u.id = e.user_id) as submissions,
      (select coalesce(json_agg(json_build_object('id', id, 'title', title) order by deadline desc, id desc), '[]')
        from running) as choices
    from chosen c`)
}
