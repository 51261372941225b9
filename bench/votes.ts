import { join } from 'node:path'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { generateLoad, request } from './load.ts'
import { inRounds, medianShare, type Part, withSites } from './measure.ts'
import { type SignedIn, type Site, signedInMembers } from './site.ts'

const clients = 8
const voters = 2_000

/** Votes of different members over HTTP, as a share of the same statement by bare clients of PostgreSQL. */
export const votes: Part = (versions, { rounds }) =>
  withSites(versions, async (sites) => {
    const found = await inRounds(sites, rounds, async (site) => {
      const perSecond = await overHttp(site)
      return { perSecond, share: perSecond / (await byStatements(site)) }
    })
    return [
      {
        work: `vote, ${clients} clients, share of its statement`,
        found: found.map(medianShare),
        goal: '>= 0.49',
      },
    ]
  })

/** Votes per second of new members. */
export async function overHttp(site: Site): Promise<number> {
  const members = await signedInMembers(site.db, voters)
  const requests = members.map(({ cookie }, index) => {
    const from = { Origin: site.origin, 'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}` }
    return request(`${site.votable[index % site.votable.length]}/vote`, { Cookie: cookie, ...from }, 'from=/')
  })
  const { perSecond } = await generateLoad({ port: site.port, requests, connections: clients, status: 303 })
  await expectVotes(site, members)
  return perSecond
}

async function byStatements(site: Site): Promise<number> {
  const members = await signedInMembers(site.db, voters)
  const statements: Sql[] = []
  for (const [index, member] of members.entries())
    statements.push(await statementOf(site, member, site.votable[index % site.votable.length] ?? ''))
  const connections = Array.from({ length: clients }, () => new pg.Client(site.connection))
  await Promise.all(connections.map((client) => client.connect()))
  const begun = performance.now()
  await Promise.all(
    connections.map(async (client) => {
      for (let one = statements.pop(); one; one = statements.pop())
        await client.query({ name: 'vote', text: one.text, values: one.values })
    }),
  )
  const took = (performance.now() - begun) / 1000
  await Promise.all(connections.map((client) => client.end()))
  await expectVotes(site, members)
  return voters / took
}

/** The statement that the version's command sends. */
async function statementOf(site: Site, member: SignedIn, path: string): Promise<Sql> {
  const { castVote } = await import(join(site.version, 'domain/voting/commands.server.ts'))
  const [, , challengeId, , submissionId] = path.split('/')
  let sent: Sql | undefined
  const recording: Pick<Db, 'row'> = {
    row: async (statement) => {
      sent = statement
      return { votes: 1 } as never
    },
  }
  await castVote(recording, { viewer: { id: member.id }, moderation: 'after' }, challengeId, submissionId, '')
  if (!sent) throw new Error('The command sent no statement')
  return sent
}

async function expectVotes({ db }: Site, members: SignedIn[]): Promise<void> {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from votes where user_id = any(${members.map(({ id }) => id)}::uuid[])`)
  if (found?.count !== members.length)
    throw new Error(`${found?.count} of ${members.length} votes were counted`)
}
