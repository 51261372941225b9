import sql, { type Sql } from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

/** The length of the lists of recent challenges and submissions (ADM-7, ADM-8). */
const RECENT = 5

export interface SiteCounts {
  users: number
  submissions: number
  /** Open for submissions or votes. */
  active: number
  /** Active, with a deadline within 24 hours. */
  closingSoon: number
}

// Sums of tallies, so that no table of members or submissions is counted.
const counts: Record<keyof SiteCounts, Sql> = {
  users: sql`select coalesce(sum(n), 0)::int from tallies where subject = 'users'`,
  submissions: sql`select coalesce(sum(n), 0)::int from tallies where subject = 'submissions'`,
  active: sql`
    select coalesce(sum(n), 0)::int from tallies
    where subject = 'challenges' and split_part(key, '/', 1) in ('active', 'voting')`,
  closingSoon: sql`
    select count(*)::int from challenges
    where status = 'active' and deadline between app_now() and app_now() + interval '24 hours'`,
}

/** The exact figures of the dashboard's tiles, in one statement (ADM-6). */
export async function siteCounts(db: Db, _admin: Admin): Promise<SiteCounts> {
  const { users, submissions, active, closingSoon } = counts
  const row = await db.row<SiteCounts>(sql`
    select (${users}) as users, (${submissions}) as submissions, (${active}) as active,
      (${closingSoon}) as "closingSoon"`)
  return row ?? { users: 0, submissions: 0, active: 0, closingSoon: 0 }
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
}

/** The 5 newest challenges, drafts included (ADM-7). */
export function recentChallenges(db: Db, _admin: Admin): Promise<RecentChallenge[]> {
  return db.rows(sql`
    select id, title, status, deadline, created_at as "createdAt" from challenges
    order by created_at desc, id desc limit ${RECENT}`)
}

export interface RecentSubmission {
  id: string
  title: string
  challengeId: string
  challengeTitle: string
  userId: string
  displayName: string
  submittedAt: Date
}

/** The 5 newest submissions, whatever their status (ADM-8). */
export function recentSubmissions(db: Db, _admin: Admin): Promise<RecentSubmission[]> {
  return db.rows(sql`
    select s.id, s.title, c.id as "challengeId", c.title as "challengeTitle", u.id as "userId",
      u.display_name as "displayName", s.submission_date as "submittedAt"
    from (select * from submissions order by submission_date desc, id desc limit ${RECENT}) s
    join challenges c on c.id = s.challenge_id
    join users u on u.id = s.user_id
    order by s.submission_date desc, s.id desc`)
}
