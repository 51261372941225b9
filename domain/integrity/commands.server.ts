import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import type { AuditAction, AuditState } from '#domain/audit/rules.ts'
import { MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { CHALLENGE_MESSAGES, type ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { recordVoidedVotes, withdrawVoidedVotes } from '#domain/events/record.server.ts'
import { lockConcerned, revokeCompletion } from '#domain/lifecycle/completion.server.ts'
import { certifyResult, ResultMismatch, wrongResults } from '#domain/lifecycle/recount.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { countAgain } from '#domain/moderation/commands.server.ts'
import { lockForPoints } from '#domain/points/ledger.server.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/bars.ts'
import { recountVotes, uncountVotes } from '#domain/voting/counting.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId, newId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { lookedAt, ofSuspended } from './queries.server.ts'
import { CHOSEN_REASONS, INTEGRITY_MESSAGES as MESSAGES, mostVoided } from './rules.ts'

interface Voiding {
  /** Members, or the votes of deleted accounts: keys of `PatternVoter`. */
  voters: readonly string[]
  reason: string
  /** 1 to 500 characters, for administrators. */
  note: string
}

/**
 * Voids the votes of up to `mostVoided` members in a challenge: counts and points follow, and these members have no
 * other vote there (VOTE-30). In a completed challenge the votes are counted again if the winner has lost one.
 * Administrators without an entry in the challenge only, who have looked at hidden counts. Returns how many votes were
 * voided.
 */
export function voidVotes(
  db: Db,
  scope: Scope,
  challengeId: string,
  { voters, reason, note }: Voiding,
): Promise<Outcome<number>> {
  const chosen = CHOSEN_REASONS.find((known) => known === reason)
  if (!chosen) return Promise.resolve(refused('invalid', MESSAGES.reason))
  const text = checkedNote(note)
  if (!text.ok) return Promise.resolve(text)
  const keys = [...new Set(voters)].filter(isId)
  if (keys.length === 0 || keys.length > mostVoided)
    return Promise.resolve(refused('invalid', MESSAGES.noVotes))
  return withContest(db, scope, challengeId, async (tx, contest, admin) => {
    if (!['active', 'voting', 'completed'].includes(contest.status))
      return refused('conflict', MESSAGES.notOpen)
    if (!contest.isSeen) return refused('conflict', MESSAGES.unseen)
    const isCompleted = contest.status === 'completed'
    const userIds = await votersOf(tx, challengeId, keys)
    const hitsWinner = isCompleted && (await prepareCompleted(tx, challengeId, userIds))
    const count = await voidInTransaction(tx, {
      challengeId,
      userIds,
      reason: chosen,
      note: text.value,
      by: admin.id,
    })
    if (count === 0) return refused('conflict', MESSAGES.noVotes)
    if (hitsWinner) await countAgain(tx, scope, challengeId)
    else if (isCompleted) await certifyResult(tx, challengeId)
    await record(
      tx,
      admin,
      'challenge_votes_voided',
      contest,
      {},
      {
        ...recordedCount(contest, count),
        reason: VOID_REASONS[chosen],
        note: text.value,
      },
    )
    return done(count)
  })
}

async function votersOf(tx: Db, challengeId: string, keys: readonly string[]): Promise<string[]> {
  const voters = await tx.rows<{ userId: string }>(sql`
    select user_id as "userId" from votes
    where challenge_id = ${challengeId} and counts and (user_id = any(${keys}::uuid[]) or id = any(${keys}::uuid[]))`)
  return voters.map(({ userId }) => userId)
}

/** Locks the members concerned, and revokes the completion if the winner is about to lose a vote. Returns whether so. */
async function prepareCompleted(tx: Db, challengeId: string, voters: readonly string[]): Promise<boolean> {
  await lockConcerned(tx, challengeId)
  const hit = await tx.row(sql`
    select from votes v join challenges c on c.id = v.challenge_id and c.winner_submission_id = v.submission_id
    where v.challenge_id = ${challengeId} and v.counts and v.user_id = any(${voters}::uuid[]) limit 1`)
  if (hit) await revokeCompletion(tx, challengeId)
  return hit !== undefined
}

interface Batch {
  challengeId: string
  userIds: readonly string[]
  reason: VoidReason
  note: string
  by: string | null
}

/** Voids votes as one batch. Returns how many. Runs in a transaction that holds the challenge exclusively. */
export async function voidInTransaction(tx: Db, batch: Batch): Promise<number> {
  const batchId = newId()
  const begun = await tx.row<{ votes: number }>(sql`
    insert into void_batches (id, challenge_id, reason, note, votes, voided_by, voided_at)
    select ${batchId}::uuid, ${batch.challengeId}::uuid, ${batch.reason}, ${batch.note}, count(*), ${batch.by}::uuid, app_now()
    from votes where challenge_id = ${batch.challengeId} and counts and user_id = any(${batch.userIds}::uuid[])
    having count(*) > 0 returning votes`)
  if (!begun) return 0
  const count = await uncountVotes(
    tx,
    sql`
      update votes v set counts = false, voided_batch_id = ${batchId}
      where v.challenge_id = ${batch.challengeId} and v.counts and v.user_id = any(${batch.userIds}::uuid[])`,
  )
  if (batch.reason !== 'suspended') await recordVoidedVotes(tx, batchId, VOID_REASONS[batch.reason])
  return count
}

/**
 * Restores a batch of voided votes until the challenge is completed; not those of members who have left or been
 * suspended, nor those that a suspension voided, while it lasts. Administrators without an entry in the challenge only, who have looked
 * at hidden counts, with a note. Returns how many votes count again.
 */
export function restoreVotes(
  db: Db,
  scope: Scope,
  challengeId: string,
  batchId: string,
  note: string,
): Promise<Outcome<number>> {
  const text = checkedNote(note)
  if (!text.ok) return Promise.resolve(text)
  return withContest(db, scope, challengeId, async (tx, contest, admin) => {
    const batch = await tx.row<{ restoredAt: Date | null; reason: VoidReason; isSuspended: boolean }>(sql`
      select b.restored_at as "restoredAt", b.reason, ${ofSuspended} as "isSuspended" from void_batches b
      where b.id = ${batchId} and b.challenge_id = ${challengeId}`)
    if (!batch) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (contest.status === 'completed' || contest.status === 'canceled')
      return refused('conflict', MESSAGES.completed)
    if (batch.restoredAt) return refused('conflict', MESSAGES.restored)
    if (batch.isSuspended) return refused('conflict', MESSAGES.suspended)
    if (!contest.isSeen) return refused('conflict', MESSAGES.unseen)
    // Before their voided votes, as the deletion of an account does.
    await lockForPoints(
      tx,
      sql`
        select user_id from votes where voided_batch_id = ${batchId}
        union select author_id from votes where voided_batch_id = ${batchId}`,
    )
    const count = await restoreInTransaction(tx, challengeId, batchId, text.value)
    await record(
      tx,
      admin,
      'challenge_votes_restored',
      contest,
      {},
      { ...recordedCount(contest, count), reason: VOID_REASONS[batch.reason], note: text.value },
    )
    return done(count)
  })
}

/** Restores a batch. Returns how many votes. Runs in a transaction that holds the challenge exclusively. */
export async function restoreInTransaction(
  tx: Db,
  challengeId: string,
  batchId: string,
  note: string | null,
): Promise<number> {
  await withdrawVoidedVotes(tx, batchId)
  await tx.rows(sql`
    update void_batches b set restored_at = app_now(), restored_note = ${note},
      restored_for = array(select v.user_id from votes v where v.voided_batch_id = b.id)
    where b.id = ${batchId}`)
  const count = await recountVotes(tx, challengeId, sql`v.voided_batch_id = ${batchId}`)
  // Those for rejected submissions wait for an undo. The others no longer bar their voters.
  await tx.rows(sql`
    update votes v set voided_batch_id = null from submissions s
    where v.voided_batch_id = ${batchId} and s.id = v.submission_id and s.status = 'rejected'`)
  const left = await tx.rows<{ userId: string }>(sql`
    delete from votes where voided_batch_id = ${batchId} returning user_id as "userId"`)
  await tx.rows(sql`
    delete from barred_identities
    where challenge_id = ${challengeId} and user_id = any(${left.map(({ userId }) => userId)}::uuid[])`)
  return count
}

/**
 * Locks the unfinished challenges in which a suspension voided the member's vote, and all members whose points a
 * restoration changes. Returns the batches of these votes.
 */
export async function lockSuspendedVotes(
  tx: Db,
  userId: string,
): Promise<{ batchId: string; challengeId: string }[]> {
  const batches = await tx.rows<{ batchId: string; challengeId: string }>(sql`
    select b.id as "batchId", c.id as "challengeId"
    from votes v join void_batches b on b.id = v.voided_batch_id join challenges c on c.id = v.challenge_id
    where v.user_id = ${userId} and b.reason = 'suspended' and c.status not in ('completed', 'canceled')
    order by c.id for update of c`)
  await lockForPoints(
    tx,
    sql`
      select ${userId}::uuid union
      select author_id from votes where voided_batch_id = any(${batches.map(({ batchId }) => batchId)}::uuid[])`,
  )
  return batches
}

/** Holds the result: the challenge is not completed until it is released. Administrators only, with a note. */
export function holdResult(db: Db, scope: Scope, challengeId: string, note: string): Promise<Outcome<null>> {
  const text = checkedNote(note)
  if (!text.ok) return Promise.resolve(text)
  return withContest(db, scope, challengeId, async (tx, contest, admin) => {
    if ((contest.status !== 'active' && contest.status !== 'voting') || !contest.hasBallot)
      return refused('conflict', MESSAGES.notOpen)
    if (contest.isHeld) return refused('conflict', MESSAGES.heldAlready)
    await tx.rows(sql`
      update challenges set held_at = app_now() where id = ${challengeId}`)
    await record(
      tx,
      admin,
      'challenge_result_held',
      contest,
      { held: false },
      { held: true, note: text.value },
    )
    return done(null)
  })
}

/** Lets a held challenge be completed. Administrators only, with a note. */
export function releaseResult(
  db: Db,
  scope: Scope,
  challengeId: string,
  note: string,
): Promise<Outcome<null>> {
  const text = checkedNote(note)
  if (!text.ok) return Promise.resolve(text)
  return withContest(db, scope, challengeId, async (tx, contest, admin) => {
    if (!contest.isHeld) return refused('conflict', MESSAGES.notHeld)
    await tx.rows(sql`update challenges set held_at = null, updated_at = app_now() where id = ${challengeId}`)
    await record(
      tx,
      admin,
      'challenge_result_released',
      contest,
      { held: true },
      { held: false, note: text.value },
    )
    return done(null)
  })
}

/**
 * Counts the votes of a completed challenge again, and completes it again if its certificate no longer matches.
 * Administrators without an entry in the challenge only, with a note. Returns whether the result has changed.
 */
export async function recountResult(
  db: Db,
  scope: Scope,
  challengeId: string,
  note: string,
): Promise<Outcome<boolean>> {
  const text = checkedNote(note)
  if (!text.ok) return text
  try {
    return await withContest(db, scope, challengeId, async (tx, contest, admin) => {
      if (contest.status !== 'completed') return refused('conflict', MESSAGES.notCompleted)
      await lockConcerned(tx, challengeId)
      const [wrong] = await wrongResults(tx, challengeId)
      if (wrong) {
        await revokeCompletion(tx, challengeId)
        await countAgain(tx, scope, challengeId)
      }
      await tx.rows(sql`
        update challenges set result_alert = null, result_alert_at = null where id = ${challengeId}`)
      await record(
        tx,
        admin,
        'challenge_recounted',
        contest,
        {},
        {
          result: wrong ? `changed: ${wrong.problem}` : 'the same',
          note: text.value,
        },
      )
      return done(wrong !== undefined)
    })
  } catch (error) {
    if (!(error instanceof ResultMismatch)) throw error
    return refused('conflict', MESSAGES.mismatch)
  }
}

/** Lets an administrator see the counts of a secret ballot, which the audit log says. Not with an entry in it. */
export function viewCounts(db: Db, scope: Scope, challengeId: string): Promise<Outcome<null>> {
  return withContest(db, scope, challengeId, async (tx, contest, admin) => {
    if (!contest.hidesVotes) return refused('conflict', MESSAGES.shown)
    if (!contest.hasBallot) return refused('conflict', MESSAGES.notOpen)
    await tx.rows(sql`
      insert into count_views (challenge_id, admin_id, viewed_at) values (${challengeId}, ${admin.id}, app_now())
      on conflict (challenge_id, admin_id) do update set viewed_at = excluded.viewed_at`)
    if (!contest.isSeen) await record(tx, admin, 'challenge_counts_viewed', contest, {}, { counts: 'viewed' })
    return done(null)
  })
}

function checkedNote(note: string): Outcome<string> {
  const text = plainText(note)
  if (!text) return refused('invalid', MESSAGES.note)
  return characterCount(text) > MAX_REASON_LENGTH ? refused('invalid', MESSAGES.noteLength) : done(text)
}

interface Contest {
  id: string
  title: string
  status: ChallengeStatus
  isHeld: boolean
  hidesVotes: boolean
  /** It has been in voting. */
  hasBallot: boolean
  /** Its counts are not hidden, or the administrator has looked at them. */
  isSeen: boolean
}

/** Runs `work` with the challenge held exclusively. Refused for an administrator who entered it. */
function withContest<Value>(
  db: Db,
  scope: Scope,
  challengeId: string,
  work: (tx: Db, contest: Contest, admin: Member) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return adminTransaction(db, scope.viewer, async (tx, admin) => {
    const contest = await tx.row<Contest>(sql`
      select c.id, c.title, c.status, c.held_at is not null as "isHeld", c.hides_votes as "hidesVotes",
        c.last_ballot_at is not null as "hasBallot", not c.hides_votes or ${lookedAt(admin.id)} as "isSeen"
      from challenges c where c.id = ${challengeId} for update`)
    if (!contest) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    const entered = await tx.row(sql`
      select from submissions where challenge_id = ${challengeId} and user_id = ${admin.id}`)
    if (entered) return refused('forbidden', MESSAGES.ownContest)
    return work(tx, contest, admin)
  })
}

/** How many votes, unless other administrators would learn from the audit log what is hidden from them. */
function recordedCount({ hidesVotes }: Contest, votes: number): AuditState {
  return hidesVotes ? {} : { votes }
}

function record(
  tx: Db,
  admin: Member,
  action: AuditAction,
  { id, title }: Contest,
  before: AuditState,
  after: AuditState,
): Promise<void> {
  return recordAuditEvent(tx, admin, { action, subject: { id, name: title }, before, after })
}
