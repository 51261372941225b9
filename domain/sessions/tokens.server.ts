import sql from 'sql-template-tag'
import { longestTokenName, type Member, mostTokens, TOKEN_MESSAGES } from '#domain/members/rules.ts'
import { memberActive } from '#domain/roles/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { hashSecret, newSecret } from '#platform/secret.server.ts'
import { isTooLong } from '#platform/text/raw-limits.ts'
import { characterCount, singleLine, visibleCharacter } from '#platform/text/text.ts'

/** Programs that look for secrets in public texts know it by its beginning. */
const beginning = 'dojo_'
const tokenPattern = /^dojo_[\w-]{43}$/

/** Makes a token and returns it; the database stores only a hash. A member has at most ten (AUTH-45). */
export async function createToken(
  db: Db,
  viewer: Member,
  typed: string,
): Promise<Outcome<{ token: string; name: string }>> {
  const name = isTooLong(typed, 'line') ? '' : singleLine(typed)
  if (!visibleCharacter.test(name) || characterCount(name) > longestTokenName)
    return refused('invalid', TOKEN_MESSAGES.name)
  const token = beginning + newSecret()
  return db.transaction(async (tx) => {
    const member = await tx.row(sql`
      select from users u where u.id = ${viewer.id} and ${memberActive()} for no key update`)
    if (!member) return refused('forbidden', TOKEN_MESSAGES.failed)
    // A separate statement sees the tokens of requests that this one waited for.
    const created = await tx.row(sql`
      insert into access_tokens (id, user_id, slot, name, token_hash)
      select ${newId()}, ${viewer.id}, free.slot, ${name}, ${hashSecret(token)} from (
        select slot from generate_series(1, ${mostTokens}::int) slot
        where slot not in (select slot from access_tokens where user_id = ${viewer.id})
        order by slot limit 1) free
      returning id`)
    return created ? done({ token, name }) : refused('conflict', TOKEN_MESSAGES.full)
  })
}

/** Ends a token of the viewer. Returns false if there is no such token. */
export async function revokeToken(db: Db, viewer: Member, id: string): Promise<boolean> {
  const revoked = await db.row(sql`
    delete from access_tokens where id = ${id} and user_id = ${viewer.id} returning id`)
  return revoked !== undefined
}

export interface TokenRow {
  id: string
  name: string
  createdAt: Date
  /** A day in UTC, as 2026-11-29; null if it was never used. */
  lastUsedOn: string | null
}

/** The viewer's tokens, newest first. */
export function tokensOf(db: Db, viewer: Member): Promise<TokenRow[]> {
  return db.rows(sql`
    select id, name, created_at as "createdAt", last_used_on::text as "lastUsedOn"
    from access_tokens where user_id = ${viewer.id} order by created_at desc, id desc`)
}

interface TokenMember {
  tokenId: string
  /** Without roles: a token reads what the member may read as a member. */
  member: Member
  isSuspended: boolean
  isUsedToday: boolean
}

/** The member of a token; undefined if it is unknown or was revoked. */
export async function memberOfToken(db: Db, token: string): Promise<TokenMember | undefined> {
  if (!tokenPattern.test(token)) return undefined
  return db.row(sql`
    select t.id as "tokenId", u.suspended_at is not null as "isSuspended",
      t.last_used_on is not distinct from (app_now() at time zone 'UTC')::date as "isUsedToday",
      json_build_object('id', u.id, 'displayName', u.display_name, 'photoUrl', u.photo_url, 'rank', u.rank,
        'points', u.points, 'isAdmin', false, 'isModerator', false) as member
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashSecret(token)} and u.deleted_at is null`)
}

/** Notes the day on which a token was used. */
export async function noteTokenUse(db: Db, tokenId: string): Promise<void> {
  await db.rows(sql`
    update access_tokens set last_used_on = (app_now() at time zone 'UTC')::date where id = ${tokenId}`)
}
