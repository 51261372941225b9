import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { makeChallenge, makeEntry, makeMember } from '#test/builders.ts'

/** Every state in which a challenge can be found, by what its row says; moments in hours from now. */
const STATES = {
  draft: { status: 'draft', deadline: 48, votingOpens: null, votingEnds: 120 },
  upcoming: { status: 'upcoming', deadline: 48, votingOpens: null, votingEnds: 120 },
  active: { status: 'active', deadline: 48, votingOpens: null, votingEnds: 120 },
  /** Past its deadline, and no schedule has run since. */
  overdue: { status: 'active', deadline: -1, votingOpens: null, votingEnds: 71 },
  /** Past its deadline, with voting that opens later. */
  between: { status: 'active', deadline: -1, votingOpens: 24, votingEnds: 71 },
  voting: { status: 'voting', deadline: -1, votingOpens: null, votingEnds: 71 },
  /** Past the end of voting, and no schedule has run since. */
  uncounted: { status: 'voting', deadline: -73, votingOpens: null, votingEnds: -1 },
  won: { status: 'completed', deadline: -73, votingOpens: null, votingEnds: -1 },
  unwon: { status: 'completed', deadline: -73, votingOpens: null, votingEnds: -1 },
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

const either = [true, false]
export const allSettings: Settings[] = either.flatMap((showSubmissions) =>
  either.flatMap((showVotes) =>
    either.map((allowVoting) => {
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

/** Counts that stand nowhere else on a page. */
export const VOTES = { looked: 4173, other: 1508 }

export interface World {
  db: Database
  challenge: string
  /** The entry that is looked at, by `author`. */
  looked: string
  /** The other entry, by `entrant`, with the vote of `votedElsewhere`. */
  other: string
  people: Record<Who, Member | null>
}

/** One challenge with two entries and two votes, and everyone who may look at it. */
export async function makeWorld(db: Database): Promise<World> {
  const member = (isAdmin = false) => makeMember(db, { isAdmin })
  const [author, entrant, voted, votedElsewhere] = [
    await member(),
    await member(),
    await member(),
    await member(),
  ]
  const challenge = await makeChallenge(db)
  const looked = await makeEntry(db, author, challenge)
  const other = await makeEntry(db, entrant, challenge)
  await db.rows(sql`
    insert into votes (id, submission_id, challenge_id, author_id, user_id, created_at)
    select gen_random_uuid(), s.id, s.challenge_id, s.user_id,
      case when s.id = ${looked} then ${voted.id}::uuid else ${votedElsewhere.id}::uuid end, app_now()
    from submissions s`)
  await db.rows(
    sql`update submissions set votes = case when id = ${looked} then ${VOTES.looked}::int else ${VOTES.other}::int end`,
  )
  const people = {
    visitor: null,
    newcomer: await member(),
    author,
    entrant,
    voted,
    votedElsewhere,
    admin: await member(true),
  }
  return { db, challenge, looked, other, people }
}

/** Puts the challenge into a state under its settings. */
export async function arrange(world: World, state: State, settings: Settings): Promise<void> {
  const { db, looked } = world
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
  if (state !== 'won') return
  await db.rows(sql`
    update challenges set winner_id = s.user_id, winner_name = 'Stored name', winner_submission_id = s.id,
      winner_votes = s.votes
    from submissions s where s.id = ${looked}`)
}

class Undone extends Error {}

/** Runs `work` on the database and takes back all that it did. */
export async function undone<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await db
    .transaction(async (tx) => {
      result = { value: await work({ ...db, ...inTurn(tx) }) }
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (!result) throw new Error('nothing came of it')
  return result.value
}

/** A transaction has one connection, and loaders ask for several things at once. */
function inTurn(tx: Db): Db {
  let last: Promise<unknown> = Promise.resolve()
  function after<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
  return {
    rows: (statement) => after(() => tx.rows(statement)),
    row: (statement) => after(() => tx.row(statement)),
    transaction: (work) => after(() => tx.transaction(work)),
  }
}
