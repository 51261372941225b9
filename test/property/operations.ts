import { inspect } from 'node:util'
import sql from 'sql-template-tag'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { selectFields } from '#domain/challenges/fields.server.ts'
import { FORM_FIELDS } from '#domain/challenges/fields.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { holdResult, recountResult, restoreVotes, viewCounts } from '#domain/integrity/commands.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import {
  cancelChallenge,
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from '#domain/lifecycle/commands.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { REOPEN_DAYS } from '#domain/lifecycle/rules.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { updateSubmission } from '#domain/submissions/update.server.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { done, type Outcome } from '#platform/outcome.ts'
import {
  aSubmission,
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  noFiles,
  voidVotesOf,
} from '#test/builders.ts'
import { type Random, seededRandom } from '#test/faults/random.ts'

const people = 10
const openChallenges = 3
const ids = '019ac000-0000-7000-8000-0000000000'
const someone = {
  displayName: 'Someone',
  photoUrl: '',
  rank: 'Novice Ninja',
  points: 0,
  isAdmin: false,
  isModerator: false,
}
const admins: Member[] = ['0b', '0c'].map((end) => {
  return { ...someone, id: `${ids}${end}`, displayName: `Keeper ${end}`, isAdmin: true }
})
const noAdmins = { emails: [], userIds: [] }
const imageId = `${ids}0a`
const unknown = `${ids}00`
const reason = 'x'

/** What an operation is done by and to, picked by chance. Without a submission its id is unknown. */
interface Pick {
  member: Member
  scope: Scope
  admin: Scope
  challenge: string
  submission: string
  author: string
  /** The member's own submission. */
  own: string
  random: Random
}

type Operation = (db: Db, pick: Pick) => Promise<Outcome<unknown>>

/** Each operation with how often it is picked. */
const operations: Record<string, [weight: number, Operation]> = {
  enter: [40, (db, { scope, challenge }) => createSubmission(db, scope, challenge, aSubmission)],
  vote: [120, (db, { scope, challenge, submission }) => castVote(db, scope, challenge, submission)],
  move: [40, (db, { scope, challenge, submission }) => moveVote(db, scope, challenge, submission)],
  withdraw: [25, withdrawOwnVote],
  edit: [15, (db, { scope, own }) => updateSubmission(db, scope, own, { ...aSubmission, title: newId() })],
  'withdraw submission': [
    20,
    (db, pick) => withdrawSubmission(services(db), pick.scope, pick.challenge, pick.own),
  ],
  approve: [25, (db, { admin, submission }) => approveSubmission(db, admin, submission)],
  reject: [13, (db, { admin, submission }) => rejectSubmission(db, admin, submission, '')],
  undo: [30, (db, { admin, submission }) => undoModeration(db, admin, submission)],
  'delete submission': [2, (db, pick) => deleteSubmission(services(db), pick.admin, pick.submission)],
  void: [10, voidTwo],
  restore: [15, restoreSome],
  'look at counts': [6, (db, { admin, challenge }) => viewCounts(db, admin, challenge)],
  hold: [4, (db, { admin, challenge }) => holdResult(db, admin, challenge, { note: reason })],
  release: [10, (db, { admin, challenge }) => holdResult(db, admin, challenge, { note: reason }, false)],
  recount: [10, (db, { admin, challenge }) => recountResult(db, admin, challenge, { note: reason })],
  complete: [12, (db, { admin, challenge }) => completeChallenge(db, admin, challenge)],
  extend: [6, (db, { admin, challenge }) => extendChallenge(db, admin, challenge)],
  open: [12, (db, { admin, challenge }) => openChallenge(db, admin, challenge)],
  'close entries': [3, (db, { admin, challenge }) => closeEntries(db, admin, challenge)],
  'start voting': [12, (db, { admin, challenge }) => startVoting(db, admin, challenge)],
  cancel: [3, (db, { admin, challenge }) => cancelChallenge(db, admin, challenge, reason)],
  reopen: [
    5,
    (db, { admin, challenge, random }) =>
      reopenChallenge(db, admin, challenge, random.pick([...REOPEN_DAYS])),
  ],
  'show votes': [4, (db, pick) => saveForm(db, pick, { showVotes: true })],
  'hide votes': [4, (db, pick) => saveForm(db, pick, { showVotes: false })],
  'set status': [2, setStatus],
  'voting opens': [20, openVoting],
  'voting ends': [3, endVoting],
  adjust: [15, adjustSome],
  suspend: [
    3,
    (db, { admin, member }) => suspendMember(db, admin.viewer, { userId: member.id, reason }, noAdmins),
  ],
  reinstate: [12, (db, { admin, member }) => reinstateMember(db, admin.viewer, member.id)],
  'delete account': [2, deleteSome],
  'new challenge': [4, (db, { random }) => newChallenge(db, random)],
}

const picks = Object.entries(operations).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))

/** Administrators and challenges. Members sign in with the first operation that needs them. */
export async function makeWorld(db: Db): Promise<void> {
  await db.rows(sql`
    insert into images (id, purpose, width, height, widths, bytes) values (${imageId}, 'challenge', 9, 9, '{9}', 9)`)
  for (const admin of admins) await makeAdmin(db, admin)
  for (let made = 1; made <= openChallenges; made++) await newChallenge(db, seededRandom(made, 'challenges'))
}

export interface Taken {
  operation: string
  /** Milliseconds since 1970. */
  at: number
  /** 'done', the code of a refusal, or 'error'. */
  result: string
  /** What was done, and the error, for a report. */
  line: string
}

/** Does `count` operations, one at a time for each sequence of chance, of which all run at once. */
export async function takeOperations(db: Db, sequences: readonly Random[], count: number): Promise<Taken[]> {
  const taken: Taken[] = []
  let left = count
  const take = async (random: Random) => {
    while (left-- > 0) taken.push(await takeOperation(db, random))
  }
  await Promise.all(sequences.map(take))
  return taken
}

/** How often each operation had each result. */
export function countResults(taken: readonly Taken[]): Record<string, Record<string, number>> {
  const names = Object.keys(operations)
  return Object.fromEntries(
    names.map((name) => {
      const results = taken.flatMap(({ operation, result }) => (operation === name ? [result] : []))
      const counts = Object.groupBy(results.toSorted(), (result) => result)
      return [
        name,
        Object.fromEntries(Object.entries(counts).map(([result, all]) => [result, all?.length ?? 0])),
      ]
    }),
  )
}

/** Does an operation by chance. What it picks depends on the seed alone, as long as no other runs at the same time. */
async function takeOperation(db: Db, random: Random): Promise<Taken> {
  const operation = random.pick(picks)
  const own = seededRandom(random.between(0, 1_000_000_000), operation)
  const at = Date.now()
  let line = operation
  try {
    const pick = await readPick(db, own)
    const { member, scope, challenge, submission } = pick
    line += ` by ${member.id}, challenge ${challenge}, submission ${submission}, moderation ${scope.moderation}`
    const outcome = await operations[operation]?.[1](db, pick)
    const result = outcome?.ok ? 'done' : (outcome?.code ?? 'error')
    return { operation, at, result, line: `${line}: ${result}` }
  } catch (error) {
    return { operation, at, result: 'error', line: `${line}: ${inspect(error)}` }
  }
}

async function readPick(db: Db, random: Random): Promise<Pick> {
  const moderation = random.pick(['after', 'after', 'after', 'after', 'before'] as const)
  const member = await someMember(db, random)
  const challenges = await db.rows<{ id: string }>(sql`
    select id from challenges order by created_at desc, id desc limit ${openChallenges}`)
  const challenge = random.pick(challenges).id
  const submissions = await db.rows<{ id: string; userId: string }>(sql`
    select id, user_id as "userId" from submissions where challenge_id = ${challenge} order by id`)
  const picked = submissions.length > 0 ? random.pick(submissions) : { id: unknown, userId: unknown }
  return {
    member,
    scope: as(member, moderation),
    admin: as(random.pick(admins), moderation),
    challenge,
    submission: picked.id,
    author: picked.userId,
    own: submissions.find(({ userId }) => userId === member.id)?.id ?? unknown,
    random,
  }
}

/** A person, who signs in again after the account was deleted. */
async function someMember(db: Db, random: Random): Promise<Member> {
  const person = { issuer: 'https://people.example', subject: `person ${random.between(1, people)}` }
  const known = await db.row<{ id: string }>(sql`
    select user_id as id from identities where issuer = ${person.issuer} and subject = ${person.subject}`)
  const id =
    known?.id ?? (await signIn(db, { ...person, email: null, emailVerified: true, name: null })).memberId
  return { ...someone, id }
}

/** A challenge with a few entries, so that soon there is something to vote for. */
async function newChallenge(db: Db, random: Random) {
  const status = random.next() < 0.3 ? 'upcoming' : 'active'
  const challenge = await makeChallenge(db, { status, showVotes: random.next() < 0.7 })
  for (let tried = 0; tried < people; tried++)
    await createSubmission(db, as(await someMember(db, random)), challenge, aSubmission)
  return done(challenge)
}

function services(db: Db) {
  return { db, files: noFiles }
}

async function withdrawOwnVote(db: Db, { scope, challenge }: Pick) {
  const { votedFor } = await ballotOf(db, scope, challenge)
  return withdrawVote(db, scope, challenge, votedFor ?? unknown)
}

function voidTwo(db: Db, { admin, challenge, member, author }: Pick) {
  return voidVotesOf(db, admin, challenge, { voters: [member.id, author], reason: 'agreed', note: reason })
}

async function restoreSome(db: Db, { admin, challenge, random }: Pick) {
  const batches = await db.rows<{ id: string; challenge: string }>(sql`
    select b.id, c.id as challenge from void_batches b join challenges c on c.id = b.challenge_id
    where b.restored_at is null and c.status in ('active', 'voting') order by b.id`)
  const batch = batches.length > 0 ? random.pick(batches) : { id: unknown, challenge }
  return restoreVotes(db, admin, batch.challenge, { batch: batch.id, note: reason })
}

function adjustSome(db: Db, { admin, member, random }: Pick) {
  return adjustPoints(db, admin.viewer, {
    userId: member.id,
    change: random.pick([-40, -3, 7]),
    description: '',
  })
}

function deleteSome(db: Db, { member, random }: Pick) {
  return deleteMember(services(db), member.id, random.pick(['keep', 'remove']), noAdmins)
}

async function setStatus(db: Db, pick: Pick) {
  const status = pick.random.pick(['draft', 'upcoming', 'active', 'active', 'active', 'completed'] as const)
  return saveForm(db, pick, { status, deadline: daysFromNow(2), votingOpensAt: null, votingClosesAt: null })
}

/** Saves the challenge form with nothing but `change`. */
async function saveForm(db: Db, { admin, challenge }: Pick, change: Partial<ChallengeForm>) {
  const saved = await db.row<ChallengeForm>(sql`
    select ${selectFields(FORM_FIELDS)} from challenges c where c.id = ${challenge}`)
  if (!saved) throw new Error(`no challenge ${challenge}`)
  const form = { ...saved, ...change }
  return updateChallenge(db, admin, challenge, { form, imageId }, lifecycleSteps)
}

async function openVoting(db: Db, { scope, challenge }: Pick) {
  await db.rows(sql`
    update challenges set deadline = app_now() - interval '1 ms', voting_ends_at = app_now() + interval '1 day',
      voting_opens_at = null, voting_closes_at = null
    where id = ${challenge} and status = 'active'`)
  return done(await advanceDue(db, scope.moderation))
}

async function endVoting(db: Db, { scope, challenge }: Pick) {
  await db.rows(sql`
    update challenges set voting_ends_at = coalesce(voting_opens_at, deadline) + interval '1 us' where id = ${challenge} and status = 'voting'`)
  return done(await advanceDue(db, scope.moderation))
}
