import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { sessionCookie } from '#app/middleware/viewer.server.ts'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { newId } from '#platform/id.server.ts'
import { hashSecret, newSecret } from '#platform/secret.server.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { cpuOf, memoryOf, processesBelow, processesIn } from './processes.ts'

/** A version under measurement, with a connection to its database. */
export interface Site {
  /** The folder of the version. */
  version: string
  origin: string
  port: number
  connection: pg.ClientConfig
  db: Database
  /** Paths of pages by the names of their kinds. */
  pages: Record<'home' | 'list' | 'challenge' | 'submission' | 'leaderboard' | 'profile', string>
  /** Paths of submissions that members can vote for. */
  votable: string[]
  /** Milliseconds of CPU time so far. */
  cpu(): Record<'app' | 'database', number>
  /** Resident megabytes. */
  memory(): Record<'app' | 'database', number>
  stop(): Promise<void>
}

/** Starts the built app with the demo or with a folder's data. Requests choose their address by X-Forwarded-For. */
export async function startSite(options: {
  version: string
  dataDir?: string
  env?: Record<string, string>
}): Promise<Site> {
  const server = await startDemoServer({ ...options, env: { TRUST_PROXY: '1', ...options.env } })
  const folder = join(server.dataDir, 'postgres')
  const connection = runningEmbedded(folder)
  if (!connection) throw new Error('The database does not run')
  const db = openDatabase({ connection })
  const measure = (amountOf: (pids: number[]) => number) => {
    const database = processesIn(folder)
    const app = processesBelow(server.process.pid ?? 0).filter((id) => !database.includes(id))
    return { app: amountOf(app), database: amountOf(database) }
  }
  return {
    version: options.version,
    origin: server.origin,
    port: Number(new URL(server.origin).port),
    connection,
    db,
    ...(await pathsIn(db)),
    cpu: () => measure(cpuOf),
    memory: () => measure(memoryOf),
    async stop() {
      await db.close()
      await server.stop()
    },
  }
}

export interface SignedIn {
  id: string
  cookie: string
}

/** Members with a session each, inserted at once. */
export async function signedInMembers(db: Database, count: number): Promise<SignedIn[]> {
  const members = Array.from({ length: count }, () => ({ id: newId(), token: newSecret() }))
  const ids = members.map(({ id }) => id)
  await db.rows(sql`
    insert into users (id, display_name, name_skeleton, email, avatar_preset)
    select id, 'Voter ' || id, 'voter ' || id, id || '@example.org', 1 from unnest(${ids}::uuid[]) id`)
  await db.rows(sql`
    insert into sessions (token_hash, user_id, expires_at)
    select hash, id, app_now() + interval '1 day'
    from unnest(${members.map(({ token }) => hashSecret(token))}::bytea[], ${ids}::uuid[]) as t (hash, id)`)
  return members.map(({ id, token }) => ({ id, cookie: sessionCookie.write(token).split(';', 1)[0] ?? '' }))
}

/** Pages of the challenge in voting with the most submissions. */
async function pathsIn(db: Database): Promise<Pick<Site, 'pages' | 'votable'>> {
  const found = await db.row<{ id: string; submissions: string[]; author: string }>(sql`
    select c.id, array_agg(s.id) as submissions, (array_agg(user_id))[1] as author
    from submissions s join challenges c on c.id = challenge_id
    where c.status = 'voting' and allow_voting and voters = 'everyone' and s.status = 'approved' and not is_hidden
    group by c.id order by count(*) desc limit 1`)
  if (!found) throw new Error('No challenge is in voting')
  const challenge = `/challenges/${found.id}`
  const votable = found.submissions.slice(0, 20).map((id) => `${challenge}/submissions/${id}`)
  const [submission = '', profile] = [votable[0], `/profile/${found.author}`]
  return {
    votable,
    pages: { home: '/', list: '/challenges', challenge, submission, leaderboard: '/leaderboard', profile },
  }
}
