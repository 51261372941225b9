import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { type ChallengeType, DAY } from '#domain/challenges/rules.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { type FillOptions, fillDemo, hasContent } from './fill.server.ts'
import { type ImageStore, openShrinking, storeDemoImage } from './images.server.ts'
import { after, mustExist, mustSucceed } from './seed.server.ts'
import type { LaterChallenge, World } from './world.server.ts'

/** Types of the challenges to open, and how many days each stays open. */
const newChallenges: readonly (readonly [ChallengeType, number])[] = [
  ['daily', 0.8],
  ['weekly', 6.1],
  ['special', 8.7],
]

const retryMs = 250

type PrepareOptions = FillOptions & { services: { db: Pick<Database, 'connect'> } }

/** Fills an empty database with demo data, or opens new challenges in a filled one. One process at a time. */
export async function prepareDemo(options: PrepareOptions): Promise<'filled' | 'refreshed'> {
  const { services, signal } = options
  for (;;) {
    signal?.throwIfAborted()
    const result = await withLock(services.db, () => fillOrRefresh(options))
    if (result) return result
    await sleep(retryMs, undefined, { signal })
  }
}

/** Holds the lock outside the pool, which may have a single connection. Undefined if another process has it. */
async function withLock<T>(db: Pick<Database, 'connect'>, work: () => Promise<T>): Promise<T | undefined> {
  const client = await db.connect()
  try {
    // The transaction is idle while the database is filled.
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('prepare the demo', 0)) as taken`,
    )
    return rows[0]?.taken ? await work() : undefined
  } finally {
    await client.end()
  }
}

async function fillOrRefresh(options: FillOptions): Promise<'filled' | 'refreshed'> {
  const { services, world, now } = options
  if (await hasContent(services.db)) {
    await refreshDemo(services, world, now)
    return 'refreshed'
  }
  await fillDemo(options)
  return 'filled'
}

/** Opens new challenges in a demo without active ones. Returns their number. */
export async function refreshDemo(services: ImageStore, world: World, now: Date): Promise<number> {
  const { db } = services
  const active = await db.row(sql`select from challenges where status = 'active' and deadline > app_now()`)
  const admin = await demoAdmin(db)
  if (active || !admin) return 0
  for (const [type, days] of newChallenges) {
    const challenge = await nextOf(
      db,
      world.laterChallenges.filter((later) => later.type === type),
    )
    await open({ services, folder: world.folder, admin, challenge, deadline: after(now, days * DAY) })
  }
  return newChallenges.length
}

/** The administrator of the demo, if this database was filled with it. */
function demoAdmin(db: Db): Promise<Member | undefined> {
  return db.row(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points, u.is_admin as "isAdmin",
      false as "isModerator"
    from users u where u.is_admin and exists (select from settings where key = 'demo')
    order by u.joined_date, u.id limit 1`)
}

// The one opened the fewest times.
async function nextOf(db: Db, challenges: readonly LaterChallenge[]): Promise<LaterChallenge> {
  const titles = challenges.map(({ title }) => title)
  const rows = await db.rows<{ title: string; times: number }>(sql`
    select title, count(*)::int as times from challenges where title = any(${titles}) group by title`)
  const times = new Map(rows.map((row) => [row.title, row.times]))
  return mustExist(challenges.toSorted((a, b) => (times.get(a.title) ?? 0) - (times.get(b.title) ?? 0))[0])
}

interface OpenOptions {
  services: ImageStore
  folder: string
  admin: Member
  challenge: LaterChallenge
  deadline: Date
}

async function open({ services, folder, admin, challenge, deadline }: OpenOptions): Promise<void> {
  const { image: file, requirements, ...content } = challenge
  const shrinking = openShrinking()
  const image = { folder, file, owner: admin, purpose: 'challenge' as const }
  const imageId = await storeDemoImage(services, image, shrinking).finally(shrinking.close)
  const form = {
    ...INITIAL_FIELDS,
    ...content,
    requirements: requirements.join('\n'),
    status: 'active' as const,
    deadline,
  }
  await mustSucceed(createChallenge(services.db, { viewer: admin, moderation: 'after' }, form, imageId))
}
