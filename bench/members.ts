import sql from 'sql-template-tag'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { startSession } from '#domain/members/sessions.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { hashSecret, newSecret } from '#platform/secret.server.ts'

export interface SignedIn {
  id: string
  cookie: string
}

/** Members with a session each, inserted at once. */
export async function signedInMembers(db: Database, count: number): Promise<SignedIn[]> {
  const members = Array.from({ length: count }, () => ({ id: newId(), token: newSecret() }))
  const ids = members.map(({ id }) => id)
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, email, avatar_preset)
    select id, 'Voter ' || id, 'voter ' || id, id || '@example.org', 1 from unnest(${ids}::uuid[]) id`)
  await db.rows(sql`
    insert into sessions (token_hash, user_id, expires_at)
    select hash, id, app_now() + interval '1 day'
    from unnest(${members.map(({ token }) => hashSecret(token))}::bytea[], ${ids}::uuid[]) as t (hash, id)`)
  return members.map(({ id, token }) => ({ id, cookie: cookieOf(token) }))
}

/** A session of an existing member. */
export async function signIn(db: Database, memberId: string): Promise<SignedIn> {
  return { id: memberId, cookie: cookieOf(await startSession(db, memberId)) }
}

function cookieOf(token: string): string {
  return sessionCookie.write(token).split(';', 1)[0] ?? ''
}
