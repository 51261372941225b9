import sql, { type Sql } from 'sql-template-tag'
import {
  confirmationMinutes,
  type Member,
  mostSessions,
  sessionDays,
  sessionDaysAtMost,
} from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sweepInBatches } from '#platform/database/sweep.server.ts'
import { hashSecret, newSecret } from '#platform/secret.server.ts'

/**
 * Starts a session of 30 days and returns its token; the database stores only a hash. Ends the browser's previous
 * session, and the one used longest ago beyond 20. For a suspended or deleted member no session is stored, so the token
 * is not valid.
 */
export async function startSession(
  db: Db,
  memberId: string,
  replaced?: string,
  device = '',
): Promise<string> {
  const token = newSecret()
  await db.transaction(async (tx) => {
    // Not the member's row, which payments of large ballots lock for seconds.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('sessions of ' || ${memberId}::text, 0))`)
    // A separate statement sees the sessions of sign-ins that this one waited for.
    await tx.rows(sql`
      insert into sessions (token_hash, user_id, device, expires_at)
      select ${hashSecret(token)}, u.id, ${device}, app_now() + ${days(sessionDays)}
      from users u where u.id = ${memberId} and ${memberActive()} for key share of u`)
    // After the locks, as the deletion of an account ends sessions.
    if (replaced) await endSession(tx, replaced)
    await tx.rows(sql`
      delete from sessions where id in (
        select id from sessions where user_id = ${memberId}
        order by last_seen_at desc, created_at desc, id offset ${mostSessions})`)
  })
  return token
}

/** Extends a used session by 30 days, at most once an hour and to 180 days in total. Returns whether it did. */
export async function renewSession(db: Db, token: string): Promise<boolean> {
  const renewed = await db.row(sql`
    update sessions
    set last_seen_at = app_now(),
        expires_at = least(app_now() + ${days(sessionDays)}, created_at + ${days(sessionDaysAtMost)})
    where token_hash = ${hashSecret(token)} and expires_at > app_now()
      and last_seen_at <= app_now() - interval '1 hour'
    returning user_id`)
  return renewed !== undefined
}

/** Ends a session; its token is no longer valid. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.rows(sql`delete from sessions where token_hash = ${hashSecret(token)}`)
}

/** Ends one of the viewer's own sessions by its id. Returns false if there is no such session. */
export async function endOwnSession(db: Db, viewer: Member, sessionId: string): Promise<boolean> {
  const ended = await db.row(sql`
    delete from sessions where id = ${sessionId} and user_id = ${viewer.id} returning id`)
  return ended !== undefined
}

/** Ends all sessions of a member except the one with the token `kept`. Returns how many. */
export async function endSessionsOf(db: Db, memberId: string, kept?: string): Promise<number> {
  const ended = await db.rows(sql`
    delete from sessions where user_id = ${memberId}
      and token_hash is distinct from ${kept ? hashSecret(kept) : null}::bytea
    returning id`)
  return ended.length
}

/** Deletes expired sessions; returns how many. */
export function sweepSessions(db: Db, signal?: AbortSignal): Promise<number> {
  return sweepInBatches(
    async (limit) => {
      const swept = await db.rows(sql`
      delete from sessions where token_hash in (
        select token_hash from sessions where expires_at <= app_now()
        order by expires_at limit ${limit} for update skip locked)
      returning 1`)
      return swept.length
    },
    { signal },
  )
}

export interface SessionRow {
  id: string
  device: string
  startedAt: Date
  lastSeenAt: Date
  isCurrent: boolean
}

/** The member's open sessions: the one with `token` first, then by last use. */
export function sessionsOf(db: Db, viewer: Member, token: string | undefined): Promise<SessionRow[]> {
  return db.rows(sql`
    select id, device, created_at as "startedAt", last_seen_at as "lastSeenAt",
      token_hash is not distinct from ${token ? hashSecret(token) : null}::bytea as "isCurrent"
    from sessions where user_id = ${viewer.id} and expires_at > app_now()
    order by "isCurrent" desc, last_seen_at desc, id limit ${mostSessions}`)
}

/** The id of the session with this token, if it is the member's. */
export async function sessionIdOf(
  db: Db,
  viewer: Member,
  token: string | undefined,
): Promise<string | undefined> {
  if (!token) return undefined
  const session = await db.row<{ id: string }>(sql`
    select id from sessions where token_hash = ${hashSecret(token)} and user_id = ${viewer.id}`)
  return session?.id
}

/**
 * Records that the member of `identity` signed in again for one of their sessions. Returns false if the session has
 * ended or belongs to another member.
 */
export async function confirmSession(
  db: Db,
  sessionId: string,
  identity: { issuer: string; subject: string },
): Promise<boolean> {
  const confirmed = await db.row(sql`
    update sessions set confirmed_at = app_now()
    where id = ${sessionId} and expires_at > app_now() and user_id = (
      select user_id from identities where issuer = ${identity.issuer} and subject = ${identity.subject})
    returning id`)
  return confirmed !== undefined
}

/** Whether the member signed in again for this session within the last minutes. */
export async function isConfirmed(db: Db, viewer: Member, token: string | undefined): Promise<boolean> {
  if (!token) return false
  const session = await db.row(sql`
    select from sessions where token_hash = ${hashSecret(token)} and user_id = ${viewer.id}
      and expires_at > app_now() and confirmed_at > app_now() - make_interval(mins => ${confirmationMinutes}::integer)`)
  return session !== undefined
}

function days(count: number): Sql {
  return sql`make_interval(days => ${count}::integer)`
}
