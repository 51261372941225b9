import sql from 'sql-template-tag'
import { randomAvatarPreset, randomDisplayName } from '#domain/members/rules.ts'
import { nameSkeleton, numberedName } from '#domain/members/unique-names.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import type { VerifiedClaims } from '#platform/identity/claims.server.ts'
import { passBars } from './barred-identities.server.ts'

interface SignedInMember {
  memberId: string
  /** The display name of a member created by this sign-in. */
  newName: string | null
}

/**
 * The member of a verified sign-in, found by issuer and subject, or else created with `name`, by default a random ninja
 * name, one of five avatars, 'Novice Ninja' and 0 points (PROF-4). The e-mail address is updated at every sign-in,
 * unless UserInfo failed, and never leads to another member's account.
 */
export async function signIn(
  db: Db,
  claims: VerifiedClaims,
  { name = null, trustsUnmarked = false }: { name?: string | null; trustsUnmarked?: boolean } = {},
): Promise<SignedInMember> {
  const isTrusted = trustsUnmarked && claims.emailUnmarked === true
  return db.transaction(async (tx) => {
    const known = await refreshIdentity(tx, claims, isTrusted)
    if (known) return { memberId: known, newName: null }

    // Of two concurrent first sign-ins, the second waits here and then finds the member created by the first.
    await tx.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${claims.issuer} ${claims.subject}`}, 0))`,
    )
    const existing = await refreshIdentity(tx, claims, isTrusted)
    if (existing) return { memberId: existing, newName: null }
    return createMember(tx, claims, name, isTrusted)
  })
}

async function refreshIdentity(
  tx: Db,
  claims: VerifiedClaims,
  isTrusted: boolean,
): Promise<string | undefined> {
  if (claims.userInfoFailure) return knownMember(tx, claims)
  const identity = await tx.row<{ user_id: string }>(sql`
    update identities set email = ${claims.email}, email_verified = ${claims.emailVerified}, email_trusted = ${isTrusted}
    where issuer = ${claims.issuer} and subject = ${claims.subject}
    returning user_id`)
  if (!identity) return undefined
  await tx.rows(sql`
    update users set email = ${claims.email}, updated_at = app_now()
    where id = ${identity.user_id} and email is distinct from ${claims.email}`)
  return identity.user_id
}

async function knownMember(tx: Db, { issuer, subject }: VerifiedClaims): Promise<string | undefined> {
  const identity = await tx.row<{ user_id: string }>(sql`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`)
  return identity?.user_id
}

async function createMember(
  tx: Db,
  claims: VerifiedClaims,
  wanted: string | null,
  isTrusted: boolean,
): Promise<SignedInMember> {
  const { id, name } = await insertMember(tx, claims.email, wanted)
  await tx.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified, email_trusted)
    values (${claims.issuer}, ${claims.subject}, ${id}, ${claims.email}, ${claims.emailVerified}, ${isTrusted})`)
  await passBars(tx, claims, id)
  return { memberId: id, newName: name }
}

/** Tries the wanted name with numbers, or random names, until one is free; after ten attempts with longer numbers. */
async function insertMember(
  tx: Db,
  email: string | null,
  wanted: string | null,
): Promise<{ id: string; name: string }> {
  const id = newId()
  for (let attempt = 1; ; attempt++) {
    const random = randomDisplayName()
    const numbered = wanted ? numberedName(wanted, attempt) : numberedName(random, attempt - 6)
    const name = wanted ? (attempt === 1 ? wanted : numbered) : attempt <= 10 ? random : numbered
    const inserted = await tx.row(sql`
      insert into users (id, display_name, name_skeleton, email, avatar_preset)
      values (${id}, ${name}, ${nameSkeleton(name)}, ${email}, ${randomAvatarPreset()})
      on conflict (name_skeleton) do nothing returning id`)
    if (inserted) return { id, name }
  }
}

/** Keeps the zone of the browser that a member signed in with; an unknown one changes nothing. */
export async function saveTimeZone(db: Db, memberId: string, zone: string | undefined): Promise<void> {
  if (zone === undefined) return
  await db.rows(sql`
    update users set time_zone = ${zone} where id = ${memberId} and time_zone is distinct from ${zone}`)
}

/**
 * Whether the provider marks addresses as verified, by those of the newest 1,000 members; null if they have none. If not,
 * ADMIN_EMAILS names nobody.
 */
export async function marksAddresses(db: Db): Promise<boolean | null> {
  const row = await db.row<{ marks: boolean | null }>(sql`
    select case when count(email) > 0 then bool_or(email_verified) end as marks
    from (select email, email_verified from identities order by user_id desc limit 1000) newest`)
  return row?.marks ?? null
}

/** Ends what OIDC_EMAIL_TRUSTED allowed. Members sign in again before it counts again. */
export async function endTrust(db: Db): Promise<void> {
  await db.rows(sql`update identities set email_trusted = false where email_trusted`)
}
