import sql, { type Sql } from 'sql-template-tag'
import { roleRemoved } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import type { Admin, ConfiguredAdmins, Viewer } from '#domain/members/rules.ts'
import { enteredBy } from '#domain/moderation/queries.server.ts'
import { canAdminister } from '#domain/people/administrators.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { endSessionsOf } from '#domain/sessions/sessions.server.ts'
import { restoreVotesOfReinstated, voidInTransaction } from '#domain/voting/voiding.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { openVotes, unfinished, withLockedAccount } from './lock.server.ts'
import { SUSPENSION_MESSAGES as MESSAGES } from './rules.ts'

/**
 * Suspends a member: ends their sessions and voids their votes in unfinished challenges; their later commands are
 * refused. Submissions stay. Administrators only, with a reason of 1 to 500 characters; refused for administrators.
 */
export async function suspendMember(
  db: Db,
  viewer: Viewer,
  { userId, reason }: { userId: string; reason: string },
  admins: ConfiguredAdmins,
): Promise<Outcome<null>> {
  if (!viewer || !mayUse(viewer, 'leaderboard')) return refused('forbidden', 'Access Denied')
  if (userId === viewer.id) return refused('conflict', MESSAGES.self)
  const text = plainText(reason)
  if (!text) return refused('invalid', MESSAGES.reason)
  if (characterCount(text) > MAX_REASON_LENGTH) return refused('invalid', MESSAGES.reasonLength)
  const options = { submissions: false, notFound: MESSAGES.noMember, failed: MESSAGES.suspendFailed }
  return withLockedAccount(db, userId, options, async (tx, member) => {
    const denied = await roleRemoved(tx, viewer, 'leaderboard')
    if (denied) return denied
    if (member.suspendedAt) return refused('conflict', MESSAGES.already)
    if (await canAdminister(tx, userId, admins)) return refused('conflict', MESSAGES.administrator)
    const ownContest = await changesVotesOfOwn(tx, viewer.id, userId)
    const shown = await showVotes(tx, member.votedIn)
    let voided = 0
    for (const challengeId of member.votedIn) {
      const batch = {
        challengeId,
        userIds: [userId],
        reason: 'suspended',
        note: text,
        by: viewer.id,
      } as const
      const count = await voidInTransaction(tx, batch)
      if (shown.includes(challengeId)) voided += count
    }
    await endSessionsOf(tx, userId)
    await tx.rows(sql`
      update users set suspended_at = app_now(), suspended_reason = ${text}, suspended_by = ${viewer.id},
        updated_at = app_now()
      where id = ${userId}`)
    await recordAuditEvent(tx, viewer, {
      action: 'member_suspended',
      subject: { id: userId, name: member.displayName },
      before: { suspended: false },
      after: { suspended: true, votes_voided: voided, reason: text },
      ownContest,
    })
    return done(null)
  })
}

/** Reinstates a suspended member, with the voided votes in unfinished challenges. Administrators only. */
export async function reinstateMember(db: Db, viewer: Viewer, userId: string): Promise<Outcome<null>> {
  if (!viewer || !mayUse(viewer, 'leaderboard')) return refused('forbidden', 'Access Denied')
  const options = { submissions: false, notFound: MESSAGES.noMember, failed: MESSAGES.reinstateFailed }
  return withLockedAccount(db, userId, options, async (tx, member) => {
    const denied = await roleRemoved(tx, viewer, 'leaderboard')
    if (denied) return denied
    if (!member.suspendedAt) return refused('conflict', MESSAGES.notSuspended)
    const ownContest = await changesVotesOfOwn(tx, viewer.id, userId)
    await tx.rows(sql`
      update users set suspended_at = null, suspended_reason = null, suspended_by = null, updated_at = app_now()
      where id = ${userId}`)
    const shown = await showVotes(tx, member.votedIn)
    let restored = 0
    for (const challengeId of member.votedIn) {
      const count = await restoreVotesOfReinstated(tx, challengeId, userId)
      if (shown.includes(challengeId)) restored += count
    }
    await recordAuditEvent(tx, viewer, {
      action: 'member_reinstated',
      subject: { id: userId, name: member.displayName },
      before: { suspended: true, reason: member.suspendedReason },
      after: { suspended: false, votes_restored: restored },
      ownContest,
    })
    return done(null)
  })
}

/** Which of these challenges show votes. In the others nothing may tell administrators who voted. */
async function showVotes(tx: Db, challengeIds: readonly string[]): Promise<string[]> {
  const shown = await tx.rows<{ id: string }>(sql`
    select id from challenges where id = any(${challengeIds}::uuid[]) and not hides_votes`)
  return shown.map(({ id }) => id)
}

/**
 * Whether the suspension or reinstatement of a member `u` changes votes in a challenge with a submission of the
 * administrator. A secret ballot counts whether or not the member has voted in it: nothing may tell (ADM-66).
 */
function mayChangeVotesOfOwn(adminId: string): Sql {
  return sql`exists (select from challenges c where ${unfinished()} and ${enteredBy(adminId)} and case
    when c.hides_votes then c.last_ballot_at is not null
    when u.suspended_at is null then exists (
      select from votes v where v.challenge_id = c.id and v.user_id = u.id and v.voided_batch_id is null)
    else exists (select from votes v join void_batches b on b.id = v.voided_batch_id
      where v.challenge_id = c.id and v.user_id = u.id and b.reason = 'suspended') end)`
}

async function changesVotesOfOwn(tx: Db, adminId: string, userId: string): Promise<boolean | undefined> {
  const own = await tx.row<{ isOwnContest: boolean }>(sql`
    select ${mayChangeVotesOfOwn(adminId)} as "isOwnContest" from users u where u.id = ${userId}`)
  return own?.isOwnContest
}

/** Why a member is suspended, or null if they are not. */
export async function suspensionReason(db: Db, userId: string): Promise<string | null> {
  const member = await db.row<{ reason: string | null }>(sql`
    select suspended_reason as reason from users where id = ${userId}`)
  return member?.reason ?? null
}

export interface MemberToSuspend {
  displayName: string
  email: string | null
  suspendedAt: Date | null
  suspendedReason: string | null
  /** In unfinished challenges that show votes. */
  openVotes: number
  submissions: number
  isAdministrator: boolean
  /** The administrator has a submission in a challenge whose votes may change. */
  isOwnContest: boolean
}

export async function memberToSuspend(
  db: Db,
  admin: Admin,
  userId: string,
  admins: ConfiguredAdmins,
): Promise<MemberToSuspend | undefined> {
  const member = await db.row<Omit<MemberToSuspend, 'isAdministrator'>>(sql`
    select u.display_name as "displayName", u.email, u.suspended_at as "suspendedAt",
      u.suspended_reason as "suspendedReason",
      ${openVotes(sql`u.id`, sql`not c.hides_votes`)} as "openVotes",
      (select count(*)::int from submissions s where s.user_id = u.id) as submissions,
      ${mayChangeVotesOfOwn(admin.id)} as "isOwnContest"
    from users u where u.id = ${userId} and u.deleted_at is null`)
  return member && { ...member, isAdministrator: await canAdminister(db, userId, admins) }
}
