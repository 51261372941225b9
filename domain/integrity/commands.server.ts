import sql from 'sql-template-tag'
import { adminTransaction } from '#domain/audit/admin-transaction.server.ts'
import { recordAuditEvent } from '#domain/audit/record.server.ts'
import { type AuditAction, type AuditState, MAX_REASON_LENGTH } from '#domain/audit/rules.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { lockConcerned, renewResult } from '#domain/lifecycle/completion.server.ts'
import { ResultMismatch, wrongResults } from '#domain/lifecycle/recount.server.ts'
import { VOID_REASONS } from '#domain/voting/rules.ts'
import { lockVoidedVotes, restoreInTransaction, voidInTransaction } from '#domain/voting/voiding.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { type DeskRow, deskRow, voidedOnDesk } from './queries.server.ts'
import { CHOSEN_REASONS, DESK_PAGE_SIZE, INTEGRITY_MESSAGES as MESSAGES } from './rules.ts'

// For administrators and moderators without an entry in the challenge.

/** What a confirmation sends: a note of 1 to 500 characters, which the audit log keeps, and what a step needs besides. */
export interface Sent {
  note: string
  reason?: string
  /** Keys of votes on the desk, at most `DESK_PAGE_SIZE`. */
  votes?: readonly string[]
  batch?: string
}

/**
 * Voids votes: counts and points follow, and their voters have no other vote there (VOTE-30). In a completed challenge the
 * votes are counted again if the winner has lost one. Refused while counts are hidden, or if a vote was moved since it was
 * shown. Returns how many were voided.
 */
export async function voidVotes(db: Db, scope: Scope, id: string, { votes: keys = [], reason, note }: Sent) {
  const chosen = CHOSEN_REASONS.find((known) => known === reason)
  if (!chosen) return refused('invalid', MESSAGES.reason)
  const ids = keys.length > DESK_PAGE_SIZE ? [] : keys.map((key) => key.split(':')[0]).filter(isId)
  return onDesk<number>(db, scope, id, note, async ({ tx, desk, by, text, record }) => {
    if (desk.isHidden) return refused('conflict', MESSAGES.unseen)
    const isCompleted = desk.status === 'completed'
    if (isCompleted) await lockConcerned(tx, id)
    const votes = await tx.rows<{ key: string; userId: string; won: boolean }>(sql`
      select v.id || ':' || v.round as key, v.user_id as "userId",
        c.winner_submission_id is not distinct from v.submission_id as won
      from votes v join challenges c on c.id = v.challenge_id
      where c.id = ${id} and v.counts and v.id = any(${ids}::uuid[])`)
    if (votes.some(({ key }) => !keys.includes(key))) return refused('conflict', MESSAGES.stale)
    const userIds = votes.map(({ userId }) => userId)
    const count = await voidInTransaction(tx, { challengeId: id, userIds, reason: chosen, note: text, by })
    if (count === 0) return refused('conflict', MESSAGES.noVotes)
    const lostByWinner = votes.some(({ won }) => won)
    if (isCompleted) await renewResult(tx, scope, id, lostByWinner)
    await record('challenge_votes_voided', { ...countOf(desk, count), reason: VOID_REASONS[chosen] })
    return done(count)
  })
}

/**
 * Restores votes that the desk lists as voided together, until the challenge is completed; not those of members who have
 * left or been suspended. Refused while counts are hidden. Returns how many votes count again.
 */
export function restoreVotes(db: Db, scope: Scope, id: string, { batch, note }: Sent) {
  return onDesk<number>(db, scope, id, note, async ({ tx, desk, text, record }) => {
    if (desk.status === 'completed') return refused('conflict', MESSAGES.finished)
    if (desk.isHidden) return refused('conflict', MESSAGES.unseen)
    const [voided] = isId(batch) ? await voidedOnDesk(tx, desk, batch) : []
    if (!voided) return refused('conflict', MESSAGES.stale)
    await lockVoidedVotes(tx, voided.batch)
    const count = await restoreInTransaction(tx, id, voided.batch, text)
    await record('challenge_votes_restored', { ...countOf(desk, count), reason: VOID_REASONS[voided.reason] })
    return done(count)
  })
}

/** Holds the result, so that the challenge is not completed, or with `held` false releases it (ADM-62). */
export function holdResult(db: Db, scope: Scope, id: string, { note }: Sent, held = true) {
  return onDesk<null>(db, scope, id, note, async ({ tx, desk, record }) => {
    if (held && desk.status === 'completed') return refused('conflict', MESSAGES.finished)
    if (desk.isHeld === held) return refused('conflict', MESSAGES.stale)
    await tx.rows(sql`
      update challenges set held_at = case when ${held} then app_now() end, updated_at = app_now() where id = ${id}`)
    await record(held ? 'challenge_result_held' : 'challenge_result_released', { held }, { held: !held })
    return done(null)
  })
}

/** Counts a completed challenge again, and completes it again if its certificate no longer matches (ADM-63). Returns whether it did. */
export async function recountResult(db: Db, scope: Scope, id: string, { note }: Sent) {
  const recounted = onDesk<boolean>(db, scope, id, note, async ({ tx, desk, record }) => {
    if (desk.status !== 'completed') return refused('conflict', MESSAGES.stale)
    await lockConcerned(tx, id)
    const [wrong] = await wrongResults(tx, id)
    if (wrong) await renewResult(tx, scope, id, true)
    await tx.rows(sql`update challenges set result_alert = null, result_alert_at = null where id = ${id}`)
    await record('challenge_recounted', { result: wrong ? `changed: ${wrong.problem}` : 'the same' })
    return done(wrong !== undefined)
  })
  return recounted.catch((error) => {
    if (error instanceof ResultMismatch) return refused('conflict', MESSAGES.mismatch)
    throw error
  })
}

/** Shows an administrator the counts of a secret ballot, which the audit log records (ADM-64). */
export function viewCounts(db: Db, scope: Scope, id: string) {
  return onDesk<null>(db, scope, id, null, async ({ tx, desk, by, record }) => {
    if (!desk.hidesVotes) return refused('conflict', MESSAGES.stale)
    if (!desk.isHidden) return done(null)
    await tx.rows(sql`
      insert into count_views (challenge_id, admin_id, viewed_at) values (${id}, ${by}, app_now())
      on conflict (challenge_id, admin_id) do update set viewed_at = excluded.viewed_at`)
    await record('challenge_counts_viewed', { counts: 'viewed' })
    return done(null)
  })
}

type Work<Value> = (call: {
  tx: Db
  desk: DeskRow
  /** The administrator, and the note. */
  by: string
  text: string
  record(action: AuditAction, after: AuditState, before?: AuditState): Promise<void>
}) => Promise<Outcome<Value>>

/** Runs `work` with the challenge held exclusively; without a note if it is null, which changes nothing. */
async function onDesk<Value>(db: Db, scope: Scope, id: string, note: string | null, work: Work<Value>) {
  const text = plainText(note ?? '')
  if (note !== null && !text) return refused('invalid', MESSAGES.note)
  if (characterCount(text) > MAX_REASON_LENGTH) return refused('invalid', MESSAGES.noteLength)
  return adminTransaction<Value>(db, scope.viewer, 'integrity', async (tx, admin) => {
    await tx.rows(sql`select from challenges where id = ${id} for update`)
    const desk = await deskRow(tx, admin, id)
    if (!desk) return refused('not-found', CHALLENGE_MESSAGES.notFound)
    if (desk.isEntered) return refused('forbidden', MESSAGES.ownContest)
    const subject = { id, name: desk.title }
    const noted: AuditState = text ? { note: text } : {}
    const record = (action: AuditAction, after: AuditState, before: AuditState = {}) =>
      recordAuditEvent(tx, admin, { action, subject, before, after: { ...after, ...noted } })
    return work({ tx, desk, by: admin.id, text, record })
  })
}

/** How many votes, unless other administrators would learn from the audit log what is hidden from them. */
function countOf({ hidesVotes }: DeskRow, votes: number): AuditState {
  return hidesVotes ? {} : { votes }
}
