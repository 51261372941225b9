import sql, { type Sql } from 'sql-template-tag'
import { challengeVisible, type Scope } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { hashSecret, newSecret } from '#platform/secret.server.ts'

/** Challenges in one calendar; those that end first. */
const mostInCalendar = 100

/** What a calendar shows of a challenge. */
export interface CalendarChallenge {
  id: string
  title: string
  /** The beginning of its description, in one line. */
  summary: string
  version: number
  updatedAt: Date
  /** Only of an upcoming challenge. */
  opensAt: Date | null
  /** Null once it is over. */
  deadline: Date | null
  /** Null without voting. */
  votingEndsAt: Date | null
}

/** The challenges that are upcoming, open or in voting (NOTE-10). */
export function publicCalendar(db: Db): Promise<CalendarChallenge[]> {
  return calendarOf(db, sql`${unfinished} order by c.deadline, c.id limit ${mostInCalendar}`)
}

/** One challenge for the calendar, or undefined if the viewer may not see it. A finished one has no times. */
export async function challengeCalendar(
  db: Db,
  scope: Scope,
  id: string,
): Promise<CalendarChallenge | undefined> {
  const [challenge] = await calendarOf(
    db,
    sql`c.id = ${id} and ${challengeVisible(scope)} and c.status <> 'draft'`,
  )
  return challenge
}

/** The unfinished challenges that the member of a private address follows or has entered; undefined for an unknown address. */
export async function memberCalendar(db: Db, token: string): Promise<CalendarChallenge[] | undefined> {
  const owner = await db.row<{ id: string }>(sql`
    select u.id from calendar_addresses a join users u on u.id = a.user_id
    where a.token_hash = ${hashSecret(token)} and ${memberActive()}`)
  if (!owner) return undefined
  return calendarOf(
    db,
    sql`c.id in (
        select challenge_id from challenge_follows where user_id = ${owner.id}
        union select challenge_id from submissions where user_id = ${owner.id} and status <> 'rejected')
      and ${unfinished} order by c.deadline, c.id limit ${mostInCalendar}`,
  )
}

/** Makes a private address and returns its secret part, which is not stored. An earlier address ends. */
export async function createCalendarAddress(db: Db, viewer: Member): Promise<string> {
  const token = newSecret()
  await db.rows(sql`
    insert into calendar_addresses (user_id, token_hash)
    select u.id, ${hashSecret(token)} from users u where u.id = ${viewer.id} and ${memberActive()} for key share
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = app_now()`)
  return token
}

/** Since when the member has a private address; null without one. */
export async function calendarAddressSince(db: Db, viewer: Member): Promise<Date | null> {
  const address = await db.row<{ since: Date }>(sql`
    select created_at as since from calendar_addresses where user_id = ${viewer.id}`)
  return address?.since ?? null
}

/** Ends the private address. Changes nothing if there is none. */
export async function endCalendarAddress(db: Db, viewer: Member): Promise<void> {
  await db.rows(sql`delete from calendar_addresses where user_id = ${viewer.id}`)
}

const unfinished = sql`c.status in ('upcoming', 'active', 'voting')`

function calendarOf(db: Db, rest: Sql): Promise<CalendarChallenge[]> {
  return db.rows(sql`
    select c.id, c.title, left(regexp_replace(c.description, '\\s+', ' ', 'g'), 300) as summary, c.version, c.updated_at as "updatedAt",
      case when c.status = 'upcoming' then c.start_date end as "opensAt",
      case when c.status in ('upcoming', 'active') then c.deadline end as deadline,
      case when c.allow_voting and ${unfinished} then c.voting_ends_at end as "votingEndsAt"
    from challenges c where ${rest}`)
}
