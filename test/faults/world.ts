import type pg from 'pg'
import sql from 'sql-template-tag'
import { ballotTimes } from '#domain/challenges/time.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { type Database, type Db, openDatabase } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'

/** A member with a session. */
export interface Person extends Member {
  cookie: string
}

interface Ballot {
  challengeId: string
  submissionIds: string[]
}

/** The data that clients use. Authors do not vote or submit during the scenario, so all their new points are for votes. */
export interface World {
  people: Person[]
  authors: Member[]
  /** Challenges in which voting stays open. */
  ballots: Ballot[]
  /** Challenges that stay open for submissions. */
  open: string[]
  /** Challenges that reach a deadline during the scenario, and the status that they then get. */
  due: Map<string, { status: string; winnerId: string | null }>
}

export interface WorldSize {
  ballots?: number
  open?: number
  /** Challenges whose voting ends `dueMs` from now, half of them with a winner. */
  ending?: number
  /** Challenges whose submissions close `dueMs` from now: half of them go to voting, half are canceled. */
  closing?: number
  /** When the first and the last deadline is. */
  dueMs?: [number, number]
}

/** Runs `work` with a separate, short-lived pool. */
export async function onDatabase<T>(
  connection: pg.ClientConfig,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ connection, poolSize: 4 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export async function makeWorld(db: Db, people: number, size: WorldSize = {}): Promise<World> {
  await recordTransitions(db)
  const world: World = { people: [], authors: [], ballots: [], open: [], due: new Map() }
  for (let made = 0; made < people; made++) {
    const member = await makeMember(db)
    world.people.push({ ...member, cookie: `session=${await startSession(db, member.id)}` })
  }
  for (let made = 0; made < 3; made++) world.authors.push(await makeMember(db))
  await extendWorld(db, world, size)
  return world
}

/** Adds challenges to a world. Limits per member start again, since a scenario is faster than a person. */
export async function extendWorld(db: Db, world: World, size: WorldSize): Promise<void> {
  const { ballots = 0, open = 0, ending = 0, closing = 0, dueMs = [0, 0] } = size
  await db.rows(sql`truncate rate_limits`)
  for (let made = 0; made < ballots; made++) world.ballots.push(await makeBallot(db, world))
  for (let made = 0; made < open; made++) world.open.push(await makeChallenge(db))
  await inParallel(ending + closing, async (index) => {
    const share = ending + closing > 1 ? index / (ending + closing - 1) : 0
    const ms = Math.round(dueMs[0] + share * (dueMs[1] - dueMs[0]))
    if (index < ending) await makeEnding(db, world, ms, index % 2 === 0)
    else await makeClosing(db, world, ms, index % 2 === 0)
  })
}

async function makeBallot(db: Db, { authors }: World): Promise<Ballot> {
  const challengeId = await makeChallenge(db)
  const submissionIds: string[] = []
  for (const author of authors) {
    submissionIds.push(await db.transaction((tx) => makeSubmission(tx, author, challengeId)))
  }
  await db.rows(sql`
    update challenges set status = 'voting', deadline = clock_timestamp(),
      voting_ends_at = clock_timestamp() + interval '3 days', ${ballotTimes('voting')}
    where id = ${challengeId}`)
  await db.rows(sql`delete from faults.transitions where challenge_id = ${challengeId}`)
  return { challengeId, submissionIds }
}

async function makeEnding(db: Db, world: World, ms: number, withWinner: boolean): Promise<void> {
  const { challengeId, submissionIds } = await makeBallot(db, world)
  const [first] = submissionIds
  const author = world.authors[0]
  if (withWinner && first && author) {
    await voteFor(db, world, challengeId, first)
  }
  await db.rows(sql`
    update challenges set voting_ends_at = clock_timestamp() + make_interval(secs => ${ms / 1000}::float)
    where id = ${challengeId}`)
  world.due.set(challengeId, { status: 'completed', winnerId: withWinner ? (author?.id ?? null) : null })
}

async function makeClosing(db: Db, world: World, ms: number, withSubmission: boolean): Promise<void> {
  const id = await makeChallenge(db)
  const author = world.authors[1]
  if (withSubmission && author) await makeSubmission(db, author, id)
  await db.rows(sql`
    update challenges set deadline = clock_timestamp() + make_interval(secs => ${ms / 1000}::float)
    where id = ${id}`)
  world.due.set(id, { status: withSubmission ? 'voting' : 'canceled', winnerId: null })
}

async function voteFor(db: Db, world: World, challengeId: string, submissionId: string): Promise<void> {
  const voter = world.authors[2]
  // Transactions are retried after a deadlock.
  const outcome = await db.transaction((tx) => castVote(tx, as(voter ?? null), challengeId, submissionId))
  if (!outcome.ok) throw new Error(outcome.message)
}

/**
 * Records every change of a challenge's status by a trigger, in a separate schema: backups contain only the tables of
 * the migrations.
 */
async function recordTransitions(db: Db): Promise<void> {
  await db.rows(sql`create schema if not exists faults`)
  await db.rows(sql`
    create table if not exists faults.transitions (
      challenge_id uuid not null, old text not null, new text not null, late interval not null)`)
  await db.rows(sql`
    create or replace function faults.record_transition() returns trigger language plpgsql as $$
    begin
      insert into faults.transitions values (new.id, old.status, new.status, clock_timestamp()
        - case old.status when 'voting' then old.voting_ends_at when 'active' then old.deadline else coalesce(old.start_date, old.created_at) end);
      return null;
    end $$`)
  await db.rows(sql`
    create or replace trigger challenges_record_transition after update of status on challenges for each row
    when (old.status <> new.status) execute function faults.record_transition()`)
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const workers = Array.from({ length: 4 }, async () => {
    while (next < count) await work(next++)
  })
  await Promise.all(workers)
}
