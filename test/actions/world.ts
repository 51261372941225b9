import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'

/** The states of a challenge row. Times are in hours from now. */
const STATES = {
  draft: { status: 'draft', deadline: 48, votingOpens: null, votingEnds: 120 },
  upcoming: { status: 'upcoming', deadline: 48, votingOpens: null, votingEnds: 120 },
  active: { status: 'active', deadline: 48, votingOpens: null, votingEnds: 120 },
  /** Past its deadline, before the schedule has run. */
  deadlinePassed: { status: 'active', deadline: -1, votingOpens: null, votingEnds: 71 },
  /** Past its deadline, voting opens later. */
  awaitingVoting: { status: 'active', deadline: -1, votingOpens: 24, votingEnds: 71 },
  voting: { status: 'voting', deadline: -1, votingOpens: null, votingEnds: 71 },
  /** Past the end of voting, before the schedule has run. */
  votingEnded: { status: 'voting', deadline: -73, votingOpens: null, votingEnds: -1 },
  withWinner: { status: 'completed', deadline: -73, votingOpens: null, votingEnds: -1 },
  withoutWinner: { status: 'completed', deadline: -73, votingOpens: null, votingEnds: -1 },
  canceled: { status: 'canceled', deadline: -73, votingOpens: null, votingEnds: -1 },
} as const
export type State = keyof typeof STATES
export const states = Object.keys(STATES) as State[]

export interface Settings {
  showSubmissions: boolean
  showVotes: boolean
  allowVoting: boolean
  name: string
}

const booleans = [true, false]
export const allSettings: Settings[] = booleans.flatMap((showSubmissions) =>
  booleans.flatMap((showVotes) =>
    booleans.map((allowVoting) => {
      const settings = { showSubmissions, showVotes, allowVoting }
      return { ...settings, name: nameOf(settings) }
    }),
  ),
)

function nameOf(settings: Omit<Settings, 'name'>): string {
  const off = Object.entries(settings).filter(([, on]) => !on)
  return off.length === 0 ? 'all settings on' : `without ${off.map(([name]) => name).join(', ')}`
}

export const WHO = ['visitor', 'newcomer', 'author', 'entrant', 'voted', 'votedElsewhere', 'admin'] as const
export type Who = (typeof WHO)[number]

/** Numbers that no page shows for another reason; each vote has its row, since completions count them. */
export const VOTES = { mainSubmission: 173, other: 108 }

export interface World {
  db: Database
  challenge: string
  /** The submission under test, by `author`, with the vote of `voted`. */
  mainSubmission: string
  /** The other submission, by `entrant`, with the vote of `votedElsewhere`. */
  other: string
  people: Record<Who, Member | null>
}

/** Creates a challenge with two submissions and two votes, and a member for each role. */
export async function makeWorld(db: Database): Promise<World> {
  const member = (isAdmin = false) => makeMember(db, { isAdmin })
  const [author, entrant, voted, votedElsewhere] = [
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  const challenge = await makeChallenge(db)
  const mainSubmission = await makeSubmission(db, author, challenge)
  const other = await makeSubmission(db, entrant, challenge)
  await db.rows(sql`
    with crowd as (
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Voter ' || n, 'voter' || n, 1
      from generate_series(1, ${VOTES.mainSubmission + VOTES.other - 2}::int) n
      returning id, substr(display_name, 7)::int as n
    ),
    voters as (
      select id, n < ${VOTES.mainSubmission} as is_main from crowd
      union all values (${voted.id}::uuid, true), (${votedElsewhere.id}::uuid, false)
    )
    insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
    select gen_random_uuid(), s.id, s.challenge_id, s.user_id, voters.id, app_now()
    from voters join submissions s on (s.id = ${mainSubmission}) = voters.is_main`)
  await db.rows(sql`
    update submissions s set votes = (select count(*) from votes v where v.submission_id = s.id)`)
  const people = {
    visitor: null,
    newcomer: await member(),
    author,
    entrant,
    voted,
    votedElsewhere,
    admin: await member(true),
  }
  return { db, challenge, mainSubmission, other, people }
}

export async function setState(world: World, state: State, settings: Settings): Promise<void> {
  const { db, mainSubmission } = world
  const { status, deadline, votingOpens, votingEnds } = STATES[state]
  const finished = status === 'completed' || status === 'canceled'
  await db.rows(sql`
    update challenges set status = ${status},
      deadline = app_now() + ${deadline}::int * interval '1 hour',
      voting_opens_at = app_now() + ${votingOpens}::int * interval '1 hour',
      voting_ends_at = app_now() + ${votingEnds}::int * interval '1 hour',
      start_date = case when ${status} = 'upcoming' then app_now() + interval '1 hour' end,
      completed_at = case when ${finished} then app_now() end,
      winner_id = null, winner_name = null, winner_submission_id = null, winner_votes = null,
      show_submissions = ${settings.showSubmissions}, show_votes = ${settings.showVotes},
      allow_voting = ${settings.allowVoting}`)
  if (state !== 'withWinner') return
  await db.rows(sql`
    update challenges set winner_id = s.user_id, winner_name = 'Stored name', winner_submission_id = s.id,
      winner_votes = s.votes
    from submissions s where s.id = ${mainSubmission}`)
}

class Rollback extends Error {}

/** Runs `work` in a transaction that is rolled back. */
export async function rolledBack<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await db
    .transaction(async (tx) => {
      result = { value: await work({ ...db, ...sequential(tx) }) }
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
  if (!result) throw new Error('no result')
  return result.value
}

/** A transaction has one connection, but loaders run statements concurrently. */
function sequential(tx: Db): Db {
  let last: Promise<unknown> = Promise.resolve()
  function after<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work, work)
    last = result
    return result
  }
  return {
    rows: (statement) => after(() => tx.rows(statement)),
    row: (statement) => after(() => tx.row(statement)),
    transaction: (work) => after(() => tx.transaction(work)),
  }
}
