import sql, { type Sql } from 'sql-template-tag'
import { aboutSubmissionOf } from '#domain/audit/queries.server.ts'
import { type Actor, COMMAND_LINE, recordAuditEvent } from '#domain/audit/record.server.ts'
import { deleteCommentsOf } from '#domain/comments/commands.server.ts'
import { deleteReports } from '#domain/events/record.server.ts'
import { removeFromContest } from '#domain/lifecycle/completion.server.ts'
import { deleteImageFiles, deleteUnusedImages } from '#domain/media/files.server.ts'
import { type ConfiguredAdmins, deletedMemberName, type Viewer } from '#domain/members/rules.ts'
import { canAdminister, hasOtherAdministrator, lockRoles } from '#domain/people/administrators.server.ts'
import { RANKS } from '#domain/points/ranks.ts'
import { keepBars } from '#domain/sessions/barred-identities.server.ts'
import { endSessionsOf, isConfirmed } from '#domain/sessions/sessions.server.ts'
import { deleteSubmissions } from '#domain/submissions/removal.server.ts'
import { notUsed } from '#domain/suggestions/queries.server.ts'
import { withdrawMemberVotes } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { deletePeople } from '#platform/identity/demo/people.server.ts'
import { done, type Outcome, type Refusal, refused } from '#platform/outcome.ts'
import { openVotes, withLockedAccount } from './lock.server.ts'
import { DELETION_MESSAGES as MESSAGES, removedSubmissionTitle } from './rules.ts'

interface DeletionServices {
  db: Db
  files: FileStore
}

export interface Deletion {
  /** The token of the current session, whose member has signed in again within the last minutes. */
  token: string | undefined
  submissions: 'keep' | 'remove'
  /** Confirmed by the last administrator: none will be left. */
  leavesNoAdministrator: boolean
}

/**
 * Deletes the viewer's own account for good. Votes and submissions in unfinished challenges are removed. In finished
 * ones votes stay counted, and submissions are kept under 'Anonymous Ninja' or lose their content. The row of users
 * stays without personal data, because the ledger and results refer to it.
 */
export async function deleteAccount(
  { db, files }: DeletionServices,
  viewer: Viewer,
  deletion: Deletion,
  admins: ConfiguredAdmins,
): Promise<Outcome<null>> {
  if (!viewer) return refused('signed-out', MESSAGES.signIn)
  // Before the locks, which would delay due transitions.
  if (!(await isConfirmed(db, viewer, deletion.token))) return refused('forbidden', MESSAGES.notConfirmed)
  return eraseAccount({ db, files }, viewer.id, {
    submissions: deletion.submissions,
    actor: { id: null, displayName: 'the member' },
    notFound: MESSAGES.signIn,
    refusal: (tx) => deletionRefusal(tx, viewer, deletion, admins),
  })
}

/** Deletes a member's account from the command line, also a suspended one's. Refused for administrators. */
export function deleteMember(
  services: DeletionServices,
  userId: string,
  submissions: Deletion['submissions'],
  admins: ConfiguredAdmins,
): Promise<Outcome<null>> {
  return eraseAccount(services, userId, {
    submissions,
    actor: COMMAND_LINE,
    notFound: MESSAGES.noMember,
    async refusal(tx) {
      return (await canAdminister(tx, userId, admins)) ? refused('conflict', MESSAGES.administrator) : null
    },
  })
}

interface Erasure {
  submissions: Deletion['submissions']
  actor: Actor
  notFound: string
  refusal(tx: Db): Promise<Refusal | null>
}

async function eraseAccount(
  { db, files }: DeletionServices,
  userId: string,
  { submissions, actor, notFound, refusal }: Erasure,
): Promise<Outcome<null>> {
  const options = { submissions: true, notFound, failed: MESSAGES.failed }
  const outcome = await withLockedAccount(db, userId, options, async (tx, account) => {
    const reason = await refusal(tx)
    if (reason) return reason
    await withdrawMemberVotes(tx, account.id, account.votedIn)
    const ownSubmissions = await removeSubmissions(tx, account.id, submissions)
    const suggestions = await tx.rows<{ id: string }>(
      sql`select id from suggestions where user_id = ${account.id}`,
    )
    await erasePersonalData(tx, account.id)
    const imageIds = await deleteUnusedImages(tx, account.id)
    const subjects = { ownSubmissions, suggestions: suggestions.map(({ id }) => id) }
    await eraseFromAuditLog(tx, account, submissions, subjects)
    await recordAuditEvent(tx, actor, {
      action: 'member_deleted',
      subject: { id: account.id, name: deletedMemberName },
      before: null,
      after: { submissions: submissions === 'keep' ? 'kept' : 'removed' },
    })
    return done(imageIds)
  })
  if (!outcome.ok) return outcome
  await deleteImageFiles(files, outcome.value)
  return done(null)
}

export interface DeletionFacts {
  submissions: number
  openVotes: number
  /** Unfinished challenges in which organisers voided the member's vote. */
  bars: number
  wins: number
  isLastAdministrator: boolean
}

export async function deletionFacts(
  db: Db,
  viewer: NonNullable<Viewer>,
  admins: ConfiguredAdmins,
): Promise<DeletionFacts> {
  const facts = await db.row<Omit<DeletionFacts, 'isLastAdministrator'>>(sql`
    select (select count(*)::int from submissions where user_id = ${viewer.id}) as submissions,
      ${openVotes(sql`${viewer.id}::uuid`)} as "openVotes",
      (select count(distinct x.challenge_id)::int from votes x join challenges c on c.id = x.challenge_id
        where x.user_id = ${viewer.id} and x.voided_batch_id is not null and c.status not in ('completed', 'canceled')) as bars,
      (select count(*)::int from challenges where winner_id = ${viewer.id}) as wins`)
  const isLastAdministrator = viewer.isAdmin && !(await hasOtherAdministrator(db, viewer.id, admins))
  return { submissions: 0, openVotes: 0, bars: 0, wins: 0, ...facts, isLastAdministrator }
}

async function deletionRefusal(
  tx: Db,
  viewer: NonNullable<Viewer>,
  { token, leavesNoAdministrator }: Deletion,
  admins: ConfiguredAdmins,
) {
  if (!(await isConfirmed(tx, viewer, token))) return refused('forbidden', MESSAGES.notConfirmed)
  if (!viewer.isAdmin || leavesNoAdministrator) return null
  await lockRoles(tx, [viewer.id])
  return (await hasOtherAdministrator(tx, viewer.id, admins))
    ? null
    : refused('conflict', MESSAGES.lastAdministrator)
}

interface OwnSubmission {
  id: string
  challengeId: string
  userId: string
  rejected: boolean
  finished: boolean
}

/**
 * Rejected submissions are always deleted: only their author and administrators see them. So are those in unfinished
 * challenges, because the same person could submit and vote again with a new account. Returns the ids of all
 * submissions of the member, also of the deleted ones.
 */
async function removeSubmissions(tx: Db, userId: string, choice: Deletion['submissions']): Promise<string[]> {
  const submissions = await tx.rows<OwnSubmission>(sql`
    select s.id, s.challenge_id as "challengeId", s.user_id as "userId", s.status = 'rejected' as rejected,
      c.status in ('completed', 'canceled') as finished
    from submissions s join challenges c on c.id = s.challenge_id where s.user_id = ${userId} order by s.id for update of s`)
  const removed = submissions.filter(({ rejected, finished }) => rejected || !finished || choice === 'remove')
  const inPlay = removed.filter(({ rejected, finished }) => !rejected && !finished)
  for (const submission of inPlay) await removeFromContest(tx, { ...submission, won: false })
  const deleted = removed.filter(({ rejected, finished }) => rejected || !finished)
  await deleteSubmissions(
    tx,
    deleted.map(({ id }) => id),
  )
  const emptied = removed.filter(({ rejected, finished }) => !rejected && finished)
  await deleteReports(tx, sql`submission_id = any(${emptied.map(({ id }) => id)}::uuid[])`)
  // `updated_at` stays: it is public, and the same moment in all would tell that they had one author.
  await tx.rows(sql`
    update submissions set title = ${removedSubmissionTitle}, description = 'The author deleted their account.',
      image_id = null, image_alt = null, content_url = null, creation_process = null, prompt = null,
      ai_tools_used = array['Not stated']
    where id = any(${emptied.map(({ id }) => id)}::uuid[])`)
  return submissions.map(({ id }) => id)
}

async function erasePersonalData(tx: Db, userId: string): Promise<void> {
  await endSessionsOf(tx, userId)
  await keepBars(tx, userId)
  const identities = await tx.rows<{ subject: string }>(sql`
    delete from identities where user_id = ${userId} returning subject`)
  await deletePeople(
    tx,
    identities.map(({ subject }) => subject),
  )
  await tx.rows(sql`delete from admins where user_id = ${userId}`)
  await tx.rows(sql`delete from role_invitations where invited_by = ${userId}`)
  await tx.rows(sql`
    update users set display_name = ${deletedMemberName}, name_skeleton = null, rank = ${RANKS[0].name}, email = null, bio = null, time_zone = null, avatar_preset = 1,
      photo_image_id = null, is_admin = false, admin_badge = false, suspended_at = null, suspended_reason = null,
      suspended_by = null, deleted_at = app_now(), updated_at = app_now()
    where id = ${userId}`)
  // After the ledger was written: it adds nothing to the periods of deleted members.
  await tx.rows(sql`delete from period_points where user_id = ${userId}`)
  await tx.rows(sql`
    delete from votes v using challenges c where v.user_id = ${userId} and not v.counts and v.voided_batch_id is null
      and c.id = v.challenge_id and c.status not in ('completed', 'canceled')`)
  await tx.rows(sql`update votes set network = null where user_id = ${userId} and network is not null`)
  await tx.rows(sql`delete from impressions where user_id = ${userId}`)
  await tx.rows(sql`delete from shortlists where user_id = ${userId}`)
  await tx.rows(sql`delete from submission_drafts where user_id = ${userId}`)
  await tx.rows(sql`delete from suggestions s where user_id = ${userId} and ${notUsed}`)
  // The challenges that were made of these have texts of their own.
  await tx.rows(sql`
    update suggestions set title = ${deletedMemberName}, brief = ${deletedMemberName} where user_id = ${userId}`)
  await tx.rows(sql`delete from challenge_follows where user_id = ${userId}`)
  await tx.rows(sql`delete from notifications where user_id = ${userId}`)
  await tx.rows(sql`delete from notification_events where user_id = ${userId}`)
  await tx.rows(sql`delete from notification_settings where user_id = ${userId}`)
  await tx.rows(sql`delete from calendar_addresses where user_id = ${userId}`)
  await tx.rows(sql`delete from access_tokens where user_id = ${userId}`)
  await deleteCommentsOf(tx, userId)
  await deleteReports(tx, sql`reporter_id = ${userId} or member_id = ${userId}`)
  await tx.rows(sql`update challenges set winner_name = ${deletedMemberName} where winner_id = ${userId}`)
  await tx.rows(
    sql`update points_history set description = 'Erased with the account' where user_id = ${userId}`,
  )
}

/** Replaces the member's names and the reasons given to them; actions and times stay. */
async function eraseFromAuditLog(
  tx: Db,
  { id: userId, displayName }: { id: string; displayName: string },
  submissions: Deletion['submissions'],
  { ownSubmissions, suggestions }: { ownSubmissions: string[]; suggestions: string[] },
): Promise<void> {
  await tx.rows(sql`select set_config('app.erasing_account', 'on', true)`)
  await tx.rows(sql`update audit_log set admin_name = ${deletedMemberName} where admin_id = ${userId}`)
  await tx.rows(sql`
    update audit_log set subject_name = 'Suggestion' where subject_id = any(${suggestions}::uuid[])`)
  await tx.rows(sql`
    update audit_log set subject_name = ${deletedMemberName}, before = before - 'reason', after = after - 'reason'
    where subject_id = ${userId}`)
  const isKept =
    submissions === 'keep' ? sql`exists (select from submissions s where s.id = a.subject_id)` : sql`false`
  await tx.rows(sql`
    update audit_log a set before = ${renamed('before', 'author')} - 'reason', after = ${renamed('after', 'author')} - 'reason',
      subject_name = case when ${isKept} then subject_name else ${removedSubmissionTitle} end
    where ${aboutSubmissionOf(userId)} or a.subject_id = any(${ownSubmissions}::uuid[])
      or ${isUnattributed(displayName)}`)
  await tx.rows(sql`
    update audit_log a set after = a.after - 'reason'
    where a.subject_type = 'submission' and a.after ->> 'comment_by' = ${userId}::text`)
  await tx.rows(sql`
    update audit_log a set before = ${renamedWinner('before', userId)}, after = ${renamedWinner('after', userId)}
    where a.before ->> 'winner_id' = ${userId}::text or a.after ->> 'winner_id' = ${userId}::text
      or a.subject_id = any(array(select challenge_id from completions where winner_id = ${userId}))`)
  await eraseVoidNotes(tx, userId)
  await tx.rows(sql`select set_config('app.erasing_account', 'off', true)`)
}

/**
 * The notes on votes of the member that were voided, and restored: of a suspension, and where no other member of the
 * batch has an account.
 */
async function eraseVoidNotes(tx: Db, userId: string): Promise<void> {
  const own = sql`array(
    select voided_batch_id from votes where user_id = ${userId} and voided_batch_id is not null
    union all select id from void_batches where restored_for @> array[${userId}::uuid])`
  await tx.rows(sql`select from void_batches where id = any(${own}) order by id for update`)
  // A separate statement sees the members whose deletion this one waited for.
  const erased = sql`
    b.id = any(${own}) and (b.reason = 'suspended' or not exists (
      select from users u where u.deleted_at is null and u.id <> ${userId} and u.id in (
        select user_id from votes where voided_batch_id = b.id union all select unnest(b.restored_for))))`
  const gone = await tx.rows<{ challengeId: string; note: string; restoredNote: string | null }>(sql`
    with erased as materialized (
      select b.id, b.challenge_id as "challengeId", b.note, b.restored_note as "restoredNote"
      from void_batches b where ${erased}
    )
    update void_batches b set note = 'Erased with the account', restored_note = null from erased
    where b.id = erased.id returning erased."challengeId", erased.note, erased."restoredNote"`)
  // The audit log names no batch: a note with the same words on votes of others stays.
  await tx.rows(sql`
    update audit_log a set after = a.after - 'note' from unnest(
      ${gone.map(({ challengeId }) => challengeId)}::uuid[], ${gone.map(({ note }) => note)}::text[],
      ${gone.map(({ restoredNote }) => restoredNote)}::text[]) as gone (challenge_id, note, restored_note)
    where a.subject_id = gone.challenge_id and (
      a.action = 'challenge_votes_voided' and a.after ->> 'note' = gone.note and not exists (
        select from void_batches b where b.challenge_id = gone.challenge_id and b.note = gone.note)
      or a.action = 'challenge_votes_restored' and a.after ->> 'note' = gone.restored_note and not exists (
        select from void_batches b where b.challenge_id = gone.challenge_id and b.restored_note = gone.restored_note))`)
}

/** About a deleted submission, from before the author's id was recorded: where it has no points, only the name is left. */
function isUnattributed(name: string): Sql {
  return sql`(a.subject_type = 'submission' and (a.before ->> 'author_id') is null and a.before ->> 'author' = ${name}
    and not exists (select from submissions where id = a.subject_id))`
}

function renamed(state: 'before' | 'after', field: 'author' | 'winner_name'): Sql {
  const column = state === 'before' ? sql`a.before` : sql`a.after`
  return sql`jsonb_set(${column}, array[${field}::text], to_jsonb(${deletedMemberName}::text), false)`
}

/** From before the winner's id was recorded, a winner is this member unless the name is that of another one of the challenge. */
function renamedWinner(state: 'before' | 'after', userId: string): Sql {
  const column = state === 'before' ? sql`a.before` : sql`a.after`
  return sql`case
    when ${column} ->> 'winner_name' is null or ${column} ->> 'winner_id' <> ${userId}::text then ${column}
    when ${column} ->> 'winner_id' is null and ${column} ->> 'winner_name' in (
      select u.display_name from completions k join users u on u.id = k.winner_id
      where k.challenge_id = a.subject_id and k.winner_id <> ${userId})
    then ${column} else ${renamed(state, 'winner_name')} end`
}
