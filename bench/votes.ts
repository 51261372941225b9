import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeSubmission, openVoting } from '#test/builders.ts'
import { generateLoad, request } from './load.ts'
import { alternate, type PartOptions, type Row } from './measure.ts'
import { type SignedIn, signedInMembers } from './members.ts'
import { type Site, startSite } from './site.ts'

const clients = 32
const voters = 4_000
const entries = 20
const goal = 0.5

interface Ballot {
  challenge: string
  submissions: string[]
}

/** Votes of distinct members over HTTP, against the same statement by bare clients of PostgreSQL. */
export async function votes({ rounds }: PartOptions): Promise<Row[]> {
  const site = await startSite()
  try {
    const members = await signedInMembers(site.db, voters)
    const ballots: Ballot[] = []
    for (let made = 0; made < 2 * rounds; made++) ballots.push(await makeBallot(site.db))
    const next = () => {
      const ballot = ballots.pop()
      if (!ballot) throw new Error('too few ballots')
      return ballot
    }
    const { first, second, ratio } = await alternate(
      rounds,
      () => overHttp(site, members, next()),
      () => byStatements(site, members, next()),
    )
    return [
      {
        work: `a vote over HTTP, ${clients} clients`,
        measured: `${Math.round(first)}/s`,
        against: `its statement by ${clients} bare clients: ${Math.round(second)}/s`,
        ratio,
        goal: `>= ${goal.toFixed(2)}`,
        met: ratio >= goal,
      },
    ]
  } finally {
    await site.stop()
  }
}

/** Votes per second of all members, one vote each. */
export async function overHttp(site: Site, members: readonly SignedIn[], ballot: Ballot): Promise<number> {
  const requests = members.map(({ cookie }, place) =>
    request(
      'POST',
      `/challenges/${ballot.challenge}/submissions/${chosen(ballot, place)}/vote`,
      {
        Cookie: cookie,
        Origin: site.origin,
        'Sec-Fetch-Site': 'same-origin',
        'X-Forwarded-For': `10.${place % 64}.0.1`,
      },
      'from=/',
    ),
  )
  const load = {
    port: site.port,
    requests,
    connections: clients,
    warmUpSeconds: 1,
    seconds: 60,
    once: true,
    status: 303,
  }
  const { perSecond } = await generateLoad(load)
  await expectVotes(site.db, ballot, members.length)
  return perSecond
}

async function byStatements(site: Site, members: readonly SignedIn[], ballot: Ballot): Promise<number> {
  const statements: Sql[] = []
  for (const [place, { id }] of members.entries())
    statements.push(await statementOf({ id } as Member, ballot.challenge, chosen(ballot, place)))
  const connections = Array.from({ length: clients }, () => new pg.Client(site.connection))
  await Promise.all(connections.map((client) => client.connect()))
  const warm = statements.splice(0, clients * 10)
  await run(connections, warm)
  const begun = performance.now()
  const count = statements.length
  await run(connections, statements)
  const took = (performance.now() - begun) / 1000
  await Promise.all(connections.map((client) => client.end()))
  await expectVotes(site.db, ballot, members.length)
  return count / took
}

async function run(connections: pg.Client[], statements: Sql[]): Promise<void> {
  await Promise.all(
    connections.map(async (client) => {
      for (let one = statements.pop(); one; one = statements.pop())
        await client.query({ name: 'vote', text: one.text, values: one.values })
    }),
  )
}

/** The statement that the command sends. */
async function statementOf(viewer: Member, challengeId: string, submissionId: string): Promise<Sql> {
  let sent: Sql | undefined
  const recording = {
    row: (statement: Sql) => {
      sent = statement
      return Promise.resolve({ votes: 1 })
    },
  } as unknown as Db
  await castVote(recording, as(viewer), challengeId, submissionId)
  if (!sent) throw new Error('The command sent no statement')
  return sent
}

export async function makeBallot(db: Database): Promise<Ballot> {
  const challenge = await makeChallenge(db)
  const submissions: string[] = []
  for (const { id } of await signedInMembers(db, entries))
    submissions.push(await makeSubmission(db, { id } as Member, challenge))
  await openVoting(db, challenge)
  return { challenge, submissions }
}

function chosen({ submissions }: Ballot, place: number): string {
  return submissions[place % submissions.length] ?? ''
}

async function expectVotes(db: Db, { challenge }: Ballot, expected: number): Promise<void> {
  const found = await db.row<{ count: number }>(
    sql`select count(*)::int as count from votes where challenge_id = ${challenge}`,
  )
  if (found?.count !== expected) throw new Error(`${found?.count} of ${expected} votes were counted`)
}
