import sql, { type Sql } from 'sql-template-tag'
import { fieldsWith, INITIAL_FIELDS, SHARED_FIELDS } from '#domain/challenges/fields.ts'
import {
  type ChallengeStatus,
  type ChallengeType,
  DAY,
  isFinished,
  type Kind,
  votingEnd,
} from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import { addComment } from '#domain/comments/commands.server.ts'
import { recordOpening } from '#domain/events/record.server.ts'
import { type Sent, voidVotes } from '#domain/integrity/commands.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import { nameSkeleton } from '#domain/members/unique-names.server.ts'
import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import type { SubmissionInput } from '#domain/submissions/form.server.ts'
import { saveTemplate } from '#domain/templates/templates.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'

let serial = 0

/** Inserts a member and returns it as commands and queries expect the viewer. */
export async function makeMember(
  db: Db,
  { email, ...member }: Partial<Member> & { email?: string } = {},
): Promise<Member> {
  const made = {
    id: newId(),
    displayName: `Quiet Fox ${++serial}`,
    photoUrl: '/avatars/ninja-1.svg',
    rank: 'Novice Ninja',
    points: 0,
    isAdmin: false,
    isModerator: false,
    ...member,
  }
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, email, avatar_preset, is_admin, admin_badge)
    values (${made.id}, ${made.displayName}, ${nameSkeleton(made.displayName)}, ${email ?? `${made.id}@example.org`}, 1,
      ${made.isAdmin}, ${made.isAdmin})`)
  if (made.isModerator)
    await db.rows(sql`insert into admins (user_id, role) values (${made.id}, 'moderator')`)
  return made
}

/** For queries that want an administrator; not in the database. */
export const anAdmin = { displayName: 'Organiser', isAdmin: true } as Admin

/** An administrator in the database. */
export async function makeAdmin(db: Db, member: Partial<Member> = {}): Promise<Admin> {
  return (await makeMember(db, { ...member, isAdmin: true })) as Admin
}

type Tuple<N extends number, T, Made extends T[] = []> = number extends N
  ? T[]
  : Made['length'] extends N
    ? Made
    : Tuple<N, T, [...Made, T]>

/** A tuple, if the number of members is literal. */
export async function makeMembers<N extends number>(db: Db, count: N): Promise<Tuple<N, Member>> {
  const members: Member[] = []
  for (let made = 0; made < count; made++) members.push(await makeMember(db))
  return members as Tuple<N, Member>
}

export interface ChallengeSeed {
  title?: string
  kind?: Kind
  type?: ChallengeType
  status?: ChallengeStatus
  startDate?: Date | null
  deadline?: Date
  votingOpensAt?: Date | null
  votingClosesAt?: Date | null
  showVotes?: boolean
  showSubmissions?: boolean
  allowVoting?: boolean
  createdAt?: Date
}

/** Initial values of the choices of the challenge form. */
export const initialChoices = Object.fromEntries(
  fieldsWith('choice').map((name) => [name, INITIAL_FIELDS[name]]),
)

/** Inserts a challenge, by default active with a deadline in a week. Returns its id. */
export async function makeChallenge(db: Db, seed: ChallengeSeed = {}): Promise<string> {
  const {
    title = `Challenge ${++serial}`,
    kind = 'image',
    type = 'weekly',
    status = 'active',
    deadline = daysFromNow(7),
  } = seed
  const { votingOpensAt = null, votingClosesAt = null, startDate = null, createdAt = new Date() } = seed
  const id = newId()
  await db.rows(sql`
    insert into challenges (id, title, description, requirements, type, kind, status, start_date, deadline,
      voting_opens_at, voting_closes_at, voting_ends_at, completed_at, show_votes, show_submissions, allow_voting, created_at)
    values (${id}, ${title}, 'Make one thing.', 'One entry', ${type}, ${kind}, ${status}, ${startDate}, ${deadline},
      ${votingOpensAt}, ${votingClosesAt}, ${votingEnd({ type, deadline, votingOpensAt, votingClosesAt })},
      ${isFinished(status) ? new Date() : null}, ${seed.showVotes ?? true}, ${seed.showSubmissions ?? true},
      ${seed.allowVoting ?? true}, ${createdAt})`)
  return id
}

export const aSubmission: SubmissionInput & { imageId: string | null } = {
  title: 'Static garden',
  description: 'What the radio grows when no one is listening.',
  creationProcess: null,
  prompt: null,
  contentUrl: null,
  imageAlt: null,
  tools: ['Midjourney'],
  imageId: null,
}

/** Creates a submission of the member and returns its id. */
export async function makeSubmission(
  db: Db,
  viewer: Member,
  challengeId: string,
  submission: Partial<typeof aSubmission> = {},
): Promise<string> {
  return accepted(await createSubmission(db, as(viewer), challengeId, { ...aSubmission, ...submission }))
    .submissionId
}

/** Adds so many submissions of new members to a challenge at once, and pays them. */
export async function makeManySubmissions(
  db: Db,
  challengeId: string,
  count: number,
  { title = 'One of many', status = 'pending' } = {},
): Promise<void> {
  await db.rows(sql`
    with authors as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Author', gen_random_uuid()::text, 1 from generate_series(1, ${count}::int) returning id
    )
    insert into submissions (id, ${ofChallenge}, user_id, title, description, ai_tools_used, status)
    select gen_random_uuid(), c.*, authors.id, ${title}::text, 'For the test', '{Brush}', ${status}::text
    from authors cross join ${copied(challengeId)} c`)
  await db.rows(sql`
    update challenges set participant_count = participant_count + ${count}::int where id = ${challengeId}`)
  await applyPointsEntries(
    db,
    [],
    sql`select user_id, ${REWARDS.submission}::int, 'challenge_submission', challenge_id, id, 1
      from submissions where challenge_id = ${challengeId} and status <> 'rejected'`,
  )
}

/** What an entry has of its challenge, and where a statement finds it. */
export const ofChallenge = sql`challenge_id, kind, votes_hidden, is_hidden`
export function copied(challengeId: string): Sql {
  return sql`(select id, kind, hides_votes, hides_submissions from challenges where id = ${challengeId})`
}

/** Opens voting now, as after the deadline. */
export async function openVoting(db: Db, challengeId: string): Promise<void> {
  await db.rows(sql`
    update challenges set status = 'voting', deadline = app_now(), voting_ends_at = app_now() + interval '3 days',
      ${ballotTimes('voting')}
    where id = ${challengeId}`)
  await recordOpening(db, challengeId, 'active')
}

export function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

/** Writes a comment and returns its id. */
export async function makeComment(
  db: Db,
  member: Member,
  [challengeId, submissionId]: [challengeId: string, submissionId: string],
  text: string,
  parentId: string | null = null,
): Promise<string> {
  return accepted(await addComment(db, as(member), { challengeId, submissionId, parentId, text })).id
}

/** A challenge in voting with one submission. */
export async function makeBallot(
  db: Db,
  { author, ...seed }: ChallengeSeed & { author?: Member } = {},
  content: Partial<typeof aSubmission> = {},
) {
  const challenge = await makeChallenge(db, seed)
  const submission = await makeSubmission(db, author ?? (await makeMember(db)), challenge, content)
  await openVoting(db, challenge)
  return { challenge, submission }
}

/** An empty file store for commands that delete no files. */
export const noFiles: FileStore = {
  put: () => Promise.reject(new Error('this store takes no files')),
  get: () => Promise.resolve(null),
  delete: () => Promise.resolve(),
  deleteAll: () => Promise.resolve(),
  async *list() {},
  check: () => Promise.resolve(),
}

export function as(viewer: Member | null, moderation: Scope['moderation'] = 'after'): Scope {
  return { viewer, moderation }
}

export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY)
}

/** What each challenge of a series gets, as JSON. */
export const sharedFields = JSON.stringify(
  Object.fromEntries(SHARED_FIELDS.map((name) => [name, INITIAL_FIELDS[name]])),
)

/** Inserts a running series with an image, every Monday at 09:00 in Berlin, and returns its id and those of its prompts. */
export async function makeSeries(
  db: Db,
  ownerId: string,
  { name = `Series ${++serial}`, prompts = ['One', 'Two'] }: { name?: string; prompts?: string[] } = {},
): Promise<{ id: string; prompts: string[] }> {
  const [id, imageId] = [newId(), newId()]
  await db.rows(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (${imageId}, ${ownerId}, 'challenge', 800, 450, '{480}', 1)`)
  await db.rows(sql`
    insert into series (id, name, weekdays, every_weeks, first_on, starts_at, time_zone, entry_days, entry_hours, voting_days,
      publishes, ahead_days, fields, image_id)
    values (${id}, ${name}, '{1}', 1, app_now()::date + 21, '09:00', 'Europe/Berlin', 6, 0, 2, true, 7,
      ${sharedFields}, ${imageId})`)
  const ids = prompts.map(() => newId())
  for (const [index, title] of prompts.entries())
    await db.rows(sql`
      insert into series_prompts (id, series_id, position, title, brief)
      values (${ids[index]}, ${id}, ${index + 1}, ${title}, ${`Draw ${title}.`})`)
  return { id, prompts: ids }
}

/** Saves a challenge as a template, and returns its id. */
export async function makeTemplate(
  db: Db,
  admin: Member,
  { name = `Template ${++serial}`, challengeId }: { name?: string; challengeId?: string } = {},
): Promise<string> {
  const id = newId()
  const from = challengeId ?? (await makeChallenge(db))
  accepted(await saveTemplate(db, admin, { id, name, challengeId: from }))
  return id
}

/** Voids the votes that members have at this moment, as ticked on the desk. */
export async function voidVotesOf(
  db: Db,
  scope: Scope,
  challenge: string,
  { voters, ...sent }: Omit<Sent, 'votes'> & { voters: readonly string[] },
) {
  return voidVotes(db, scope, challenge, { ...sent, votes: await voteKeys(db, challenge, voters) })
}

/** What the desk names votes by. */
export async function voteKeys(db: Db, challenge: string, voters: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select id || ':' || round as key from votes where challenge_id = ${challenge} and user_id = any(${voters}::uuid[])`)
  return rows.map(({ key }) => key)
}
