import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { lockConcerned, revokeCompletion } from '#domain/lifecycle/completion.server.ts'
import { certifyResult, ResultMismatch, wrongResults } from '#domain/lifecycle/recount.server.ts'
import { countAgain } from '#domain/moderation/commands.server.ts'
import { VOID_REASONS, type VoidReason } from '#domain/voting/bars.ts'
import { lockVoidedVotes, restoreInTransaction, voidInTransaction } from '#domain/voting/voiding.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { type DeskRow, deskRow, ofSuspended } from './queries.server.ts'
import { CHOSEN_REASONS, DESK_PAGE_SIZE, INTEGRITY_MESSAGES as MESSAGES } from './rules.ts'

// For administrators and moderators without an entry in the challenge. A note has 1 to 500 characters; the audit log keeps it.

interface Voiding {
  /** Keys of `CountedVote`, at most `DESK_PAGE_SIZE`. */
  voters: readonly string[]
  reason: string
  note: string
}

/**
 * Voids the votes of members in a challenge: counts and points follow, and these members have no other vote there (VOTE-30).
 * In a completed challenge the votes are counted again if the winner has lost one. Refused while counts are hidden.
 * Returns how many votes were voided.
 */
export async function voidVotes(
  db: Db,
  scope: Scope,
  id: string,
  { voters, reason, note }: Voiding,
): Promise<Outcome<number>> {
  const chosen = CHOSEN_REASONS.find((known) => known === reason)
  if (!chosen) return refused('invalid', MESSAGES.reason)
  const keys = [...new Set(voters)].filter(isId)
  if (keys.length > DESK_PAGE_SIZE) return refused('invalid', MESSAGES.noVotes)
  return onDesk(db, scope, id, note, async ({ tx, desk, by, text, record }) => {
    if (desk.isHidden) return refused('conflict', MESSAGES.unseen)
    const isCompleted = desk.status === 'completed'
    if (isCompleted) await lockConcerned(tx, id)
    const votes = await tx.rows<{ userId: string; won: boolean }>(sql`
      select v.user_id as "userId", c.winner_submission_id is not distinct from v.submission_id as won
      from votes v join challenges c on c.id = v.challenge_id
      where c.id = ${id} and v.counts and (v.user_id = any(${keys}::uuid[]) or v.id = any(${keys}::uuid[]))`)
    const hitsWinner = isCompleted && votes.some(({ won }) => won)
    if (hitsWinner) await revokeCompletion(tx, id)
    const userIds = votes.map(({ userId }) => userId)
    const count = await voidInTransaction(tx, { challengeId: id, userIds, reason: chosen, note: text, by })
    if (count === 0) return refused('conflict', MESSAGES.noVotes)
    if (hitsWinner) await countAgain(tx, scope, id)
    else if (isCompleted) await certifyResult(tx, id)
    await record('challenge_votes_voided', { ...countOf(desk, count), reason: VOID_REASONS[chosen] })
    return done(count)
  })
}

/**
 * Restores a batch of voided votes until the challenge is completed; not those of members who have left or been suspended,
 * nor those that a suspension voided, while it lasts. Refused while counts are hidden. Returns how many votes count again.
 */
export function restoreVotes(
  db: Db,
  scope: Scope,
  id: string,
  batchId: string,
  note: string,
): Promise<Outcome<number>> {
  return onDesk(db, scope, id, note, async ({ tx, desk, text, record }) => {
    const batch = await tx.row<{ restoredAt: Date | null; reason: VoidReason; isSuspended: boolean }>(sql`
      select b.restored_at as "restoredAt", b.reason, ${ofSuspended} as "isSuspended" from void_batches b
      where b.id = ${isId(batchId) ? batchId : null} and b.challenge_id = ${id}`)
    if (!batch) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (desk.status === 'completed') return refused('conflict', MESSAGES.completed)
    if (batch.restoredAt) return refused('conflict', MESSAGES.stale)
    if (batch.isSuspended) return refused('conflict', MESSAGES.suspended)
    if (desk.isHidden) return refused('conflict', MESSAGES.unseen)
    await lockVoidedVotes(tx, [batchId])
    const count = await restoreInTransaction(tx, id, batchId, text)
    await record('challenge_votes_restored', { ...countOf(desk, count), reason: VOID_REASONS[batch.reason] })
    return done(count)
  })
}

/** Holds the result: the challenge is not completed until it is released. */
export function holdResult(db: Db, scope: Scope, id: string, note: string): Promise<Outcome<null>> {
  return onDesk(db, scope, id, note, async ({ tx, desk, record }) => {
    if (desk.status === 'completed') return refused('conflict', MESSAGES.completed)
    if (desk.isHeld) return refused('conflict', MESSAGES.stale)
    await tx.rows(sql`update challenges set held_at = app_now() where id = ${id}`)
    await record('challenge_result_held', { held: true }, { held: false })
    return done(null)
  })
}

/** Lets a held challenge be completed. */
export function releaseResult(db: Db, scope: Scope, id: string, note: string): Promise<Outcome<null>> {
  return onDesk(db, scope, id, note, async ({ tx, desk, record }) => {
    if (!desk.isHeld) return refused('conflict', MESSAGES.stale)
    await tx.rows(sql`update challenges set held_at = null, updated_at = app_now() where id = ${id}`)
    await record('challenge_result_released', { held: false }, { held: true })
    return done(null)
  })
}

/**
 * Counts the votes of a completed challenge again, and completes it again if its certificate no longer matches. Returns
 * whether the result has changed.
 */
export function recountResult(db: Db, scope: Scope, id: string, note: string): Promise<Outcome<boolean>> {
  const outcome = onDesk(db, scope, id, note, async ({ tx, desk, record }) => {
    if (desk.status !== 'completed') return refused('conflict', MESSAGES.stale)
    await lockConcerned(tx, id)
    const [wrong] = await wrongResults(tx, id)
    if (wrong) {
      await revokeCompletion(tx, id)
      await countAgain(tx, scope, id)
    }
    await tx.rows(sql`update challenges set result_alert = null, result_alert_at = null where id = ${id}`)
    await record('challenge_recounted', { result: wrong ? `changed: ${wrong.problem}` : 'the same' })
    return done(wrong !== undefined)
  })
  return outcome.catch((error) => {
    if (error instanceof ResultMismatch) return refused('conflict', MESSAGES.mismatch)
    throw error
  })
}

/** Shows an administrator the counts of a secret ballot, which the audit log records. */
export function viewCounts(db: Db, scope: Scope, id: string): Promise<Outcome<null>> {
  return onDesk(db, scope, id, null, async ({ tx, desk, by, record }) => {
    if (!desk.hidesVotes) return refused('conflict', MESSAGES.stale)
    if (!desk.isHidden) return done(null)
    await tx.rows(sql`
      insert into count_views (challenge_id, admin_id, viewed_at) values (${id}, ${by}, app_now())
      on conflict (challenge_id, admin_id) do update set viewed_at = excluded.viewed_at`)
    await record('challenge_counts_viewed', { counts: 'viewed' })
    return done(null)
  })
}

interface OnDesk {
  tx: Db
  desk: DeskRow
  /** The administrator, and the note. */
  by: string
  text: string
  record(action: AuditAction, after: AuditState, before?: AuditState): Promise<void>
}

/** Runs `work` with the challenge held exclusively; without a note if it is null, which changes nothing. */
async function onDesk<Value>(
  db: Db,
  scope: Scope,
  id: string,
  note: string | null,
  work: (call: OnDesk) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const text = plainText(note ?? '')
  if (note !== null && !text) return refused('invalid', MESSAGES.note)
  if (characterCount(text) > MAX_REASON_LENGTH) return refused('invalid', MESSAGES.noteLength)
  return adminTransaction(db, scope.viewer, 'integrity', async (tx, admin) => {
    await tx.rows(sql`select from challenges where id = ${id} for update`)
    const desk = await deskRow(tx, admin, id)
    if (!desk) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (desk.isEntered) return refused('forbidden', MESSAGES.ownContest)
    if (desk.status === 'canceled' && note !== null) return refused('conflict', MESSAGES.canceled)
    const record: OnDesk['record'] = (action, change, before = {}) => {
      const after = text ? { ...change, note: text } : change
      return recordAuditEvent(tx, admin, { action, subject: { id, name: desk.title }, before, after })
    }
    return work({ tx, desk, by: admin.id, text, record })
  })
}

/** How many votes, unless other administrators would learn from the audit log what is hidden from them. */
function countOf({ hidesVotes }: DeskRow, votes: number): AuditState {
  return hidesVotes ? {} : { votes }
}
