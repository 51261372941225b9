import sql from 'sql-template-tag'
import { memberCount } from '#domain/leaderboard/leaderboard.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { ANNOUNCEMENT_LIMITS } from './rules.ts'

/** The last page of the list that can be requested. */
export const lastAnnouncementsPage = 40

const mostChoices = 100

/** Larger audiences are not counted further. */
const mostCounted = 10_000

/** Whether members of the challenge `c` can be told of something. */
export const announceable = sql`c.status <> 'draft'`

export interface AnnouncementRow {
  id: string
  title: string
  text: string
  link: string | null
  /** Null for all members, and for a challenge that was deleted. */
  challenge: { id: string; title: string } | null
  isForAll: boolean
  author: string
  at: Date
  /** Members who were told so far. */
  told: number
  /** Not everyone was told yet. */
  isBeingSent: boolean
  /** `at` is ISO 8601. */
  withdrawn: { at: string; by: string | null } | null
}

/** Announcements, or those to the members of a challenge, newest first, and how many the pages hold (NOTE-12). */
export async function listAnnouncements(
  db: Db,
  _admin: Admin,
  page: number,
  challengeId: string | null = null,
): Promise<{ rows: AnnouncementRow[]; total: number }> {
  const { perPage } = ANNOUNCEMENT_LIMITS
  const listed = challengeId ? sql`announcements where challenge_id = ${challengeId}` : sql`announcements`
  const rows = await db.rows<AnnouncementRow & { total: number }>(sql`
    select a.id, a.title, a.text, a.link, a.sent_at as at, a.told, a.audience = 'all' as "isForAll",
      case when c.id is not null then json_build_object('id', c.id, 'title', c.title) end as challenge,
      author.display_name as author, coalesce(e.delivered_at is null, false) and e.id is not null as "isBeingSent",
      case when a.withdrawn_at is not null then
        json_build_object('at', a.withdrawn_at, 'by', withdrawer.display_name) end as withdrawn,
      (select count(*)::int from (
        select from ${listed} limit ${lastAnnouncementsPage * perPage}) counted) as total
    from (select * from ${listed} order by sent_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}) a
    join users author on author.id = a.created_by
    left join users withdrawer on withdrawer.id = a.withdrawn_by
    left join challenges c on c.id = a.challenge_id
    left join notification_events e on e.announcement_id = a.id
    order by a.sent_at desc, a.id desc`)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The challenges whose members can be told: those that end first, then those that ended last; and the one of `id`. */
export function announceableChallenges(
  db: Db,
  _admin: Admin,
  id: string | null,
): Promise<{ id: string; title: string }[]> {
  return db.rows(sql`
    select chosen.id, chosen.title from (
      (select ${choice}, 1 as part from challenges c where c.id = ${id} and ${announceable})
      union all (select ${choice}, 2 from challenges c where c.status in ('active', 'voting', 'upcoming')
        and c.id is distinct from ${id} order by c.deadline, c.id limit ${mostChoices})
      union all (select ${choice}, 3 from challenges c where c.status in ('completed', 'canceled')
        and c.id is distinct from ${id} order by c.completed_at desc, c.id desc limit ${mostChoices})) chosen
    order by chosen.part, case when chosen.part = 2 then chosen.deadline end, chosen.completed_at desc, chosen.id
    limit ${mostChoices}`)
}

const choice = sql`c.id, c.title, c.deadline, c.completed_at`

export interface Audience {
  /** Null for all members. */
  title: string | null
  /** Up to 10,000 of a challenge. */
  members: number
  /** Those who voted are among them: not while the ballot is secret, as their number would tell the turnout. */
  hasVoters: boolean
}

/** Whom an announcement is for; undefined if the challenge is a draft or does not exist. */
export async function audienceOf(
  db: Db,
  _admin: Admin,
  challengeId: string | null,
): Promise<Audience | undefined> {
  if (challengeId === null) return { title: null, members: await memberCount(db), hasVoters: true }
  return db.row(sql`
    select c.title, (select count(*)::int from (
        select user_id from challenge_follows where challenge_id = c.id
        union select user_id from submissions where challenge_id = c.id and status <> 'rejected'
        union select user_id from votes where challenge_id = c.id and counts and not c.hides_votes
        limit ${mostCounted}) counted) as members, not c.hides_votes as "hasVoters"
    from challenges c where c.id = ${challengeId} and ${announceable}`)
}

/** An announcement that can be withdrawn, as its confirmation names it; undefined if there is none. */
export function announcementToWithdraw(
  db: Db,
  _admin: Admin,
  id: string,
): Promise<{ title: string; told: number; isWithdrawn: boolean } | undefined> {
  return db.row(sql`
    select title, told, withdrawn_at is not null as "isWithdrawn" from announcements where id = ${id}`)
}

export interface Announcement {
  title: string
  text: string
  link: string | null
  at: Date
}

/** Whether an announcement was withdrawn. Its notifications are gone, so any member may know. */
export async function isWithdrawn(db: Db, _viewer: Member, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as found from announcements where id = ${id} and withdrawn_at is not null`)
  return row !== undefined
}

/** An announcement of which the viewer was told; undefined for others. */
export function announcementFor(db: Db, viewer: Member, id: string): Promise<Announcement | undefined> {
  return db.row(sql`
    select a.title, a.text, a.link, a.sent_at as at from announcements a
    join notification_events e on e.announcement_id = a.id and e.withdrawn_at is null
    join notifications n on n.event_id = e.id and n.user_id = ${viewer.id}
    where a.id = ${id}`)
}
