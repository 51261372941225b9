import sql, { type Sql } from 'sql-template-tag'
import { challengeCount } from '#domain/challenges/admin-list.server.ts'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { notOfDraft } from '#domain/challenges/scope.server.ts'
import { byPoints, memberCount } from '#domain/leaderboard/leaderboard.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { ofShownWork } from '#domain/submissions/visibility.server.ts'
import { countOf, keptCounts } from '#platform/database/counts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orderBy } from '#platform/database/page-rows.server.ts'

/** Days of the chart, today included. */
export const DAYS_SHOWN = 30
const secondsKept = 60

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

const counts: Record<keyof SiteCounts, (db: Db, admin: Admin) => Promise<number>> = {
  users: (db) => memberCount(db),
  submissions: (db, admin) =>
    countOf(db, sql`select count(*)::int as count from submissions s where ${notOfDraft(admin)}`),
  pending: (db, admin) =>
    countOf(
      db,
      sql`select count(*)::int as count from submissions s where status = 'pending' and ${notOfDraft(admin)}`,
    ),
  active: (db) => challengeCount(db, { status: ['active', 'voting'] }),
  closingSoon: (db) =>
    countOf(
      db,
      sql`select count(*)::int as count from challenges
        where status = 'active' and deadline between app_now() and app_now() + interval '24 hours'`,
    ),
  reports: (db, admin) =>
    countOf(
      db,
      sql`select count(*)::int as count from (
        select from reports where resolved_at is null and ${ofShownWork(admin)} limit 1000) open`,
    ),
}

/** A figure of the dashboard's tiles or of the navigation (ADM-1, ADM-6). */
export function siteCount(db: Db, admin: Admin, name: keyof SiteCounts): Promise<number> {
  return counts[name](db, admin)
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
      from challenges c where c.result_alert_at is not null order by c.result_alert_at limit ${RECENT})
    union all
    (select c.id, c.title, c.status, c.deadline, c.created_at, false from challenges c
      where c.result_alert_at is null
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
 * The last 30 days in UTC, oldest first, with zeros for empty days: members who joined then, and votes of secret ballots
 * from their completion. A large community has them of up to a minute ago.
 */
export function dailyActivity(db: Db, _admin: Admin): Promise<DailyActivity[]> {
  const daily = (rows: Sql) => sql`(
    select utc_day(at) as day, count(*)::int as count from (${rows}) rows (at)
    where at >= (select since from period) group by 1)`
  // The order makes the planner read an index that has the date.
  const joined = sql`select joined_date from users where deleted_at is null order by ${orderBy(byPoints)}`
  const cast = sql`
    select v.created_at from votes v join challenges c on c.id = v.challenge_id where v.counts and not c.hides_votes`
  const daysOf = sql`
    with period as materialized (
      select first, first::timestamp at time zone 'UTC' as since
      from (select utc_day(app_now()) - ${DAYS_SHOWN - 1}::int as first) of_days)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(joined.count, 0) as "signUps",
      coalesce(entered.count, 0) as submissions, coalesce(cast_votes.count, 0) as votes
    from (select (first + n) as day from period cross join generate_series(0, ${DAYS_SHOWN - 1}::int) n) calendar
    left join ${daily(joined)} joined using (day)
    left join ${daily(sql`select submission_date from submissions`)} entered using (day)
    left join ${daily(cast)} cast_votes using (day)
    order by day`
  const rowsIn = (days: DailyActivity[]) =>
    days.reduce((sum, { signUps, submissions, votes }) => sum + signUps + submissions + votes, 0)
  return keptCounts(db, daysOf, secondsKept, rowsIn, () => db.rows<DailyActivity>(daysOf))
}
