import sql from 'sql-template-tag'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { type ChallengeType, DAY } from '#domain/challenges/rules.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { type ImageServices, storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readImage } from './images.server.ts'
import { after, mustExist, mustSucceed } from './seed.server.ts'
import type { DemoChallenge } from './world/challenges.ts'
import type { World } from './world/world.ts'

/** What a dojo that has fallen asleep gets: one challenge of each of these types, and for how many days. */
const fresh: readonly (readonly [ChallengeType, number])[] = [
  ['daily', 0.8],
  ['weekly', 6.1],
  ['special', 8.7],
]

/** Opens fresh challenges in a demo that has no active one any more. Answers with how many. */
export async function refreshDemo(services: ImageServices, world: World, now: Date): Promise<number> {
  const { db } = services
  await advanceDue(db, 'after')
  const active = await db.row(sql`select from challenges where status = 'active' and deadline > app_now()`)
  const keeper = await demoKeeper(db)
  if (active || !keeper) return 0
  for (const [type, days] of fresh) {
    const seed = await nextOf(
      db,
      world.freshChallenges.filter((challenge) => challenge.type === type),
    )
    await open(services, keeper, seed, after(now, days * DAY))
  }
  return fresh.length
}

/** The administrator who came with the demo; nobody where the dojo was not filled by it. */
function demoKeeper(db: Db): Promise<Member | undefined> {
  return db.row(sql`
    select u.id, u.display_name as "displayName", u.photo_url as "photoUrl", u.rank, u.points, u.is_admin as "isAdmin"
    from users u where u.is_admin and exists (select from settings where key = 'demo')
    order by u.joined_date, u.id limit 1`)
}

// The one that was opened the fewest times, so that they take turns.
async function nextOf(db: Db, seeds: readonly DemoChallenge[]): Promise<DemoChallenge> {
  const rows = await db.rows<{ title: string; times: number }>(sql`
    select title, count(*)::int as times from challenges where title = any(${seeds.map(({ title }) => title)}) group by title`)
  const times = new Map(rows.map((row) => [row.title, row.times]))
  return mustExist(seeds.toSorted((a, b) => (times.get(a.title) ?? 0) - (times.get(b.title) ?? 0))[0])
}

async function open(
  services: ImageServices,
  keeper: Member,
  seed: DemoChallenge,
  deadline: Date,
): Promise<void> {
  const bytes = await readImage(seed.picture)
  const image = await mustSucceed(
    storeImage(services, { ownerId: keeper.id, purpose: 'challenge', source: bytes, size: bytes.length }),
  )
  const { title, description, requirements, kind, type } = seed
  const settings = { showSubmissions: true, showVotes: true, allowVoting: true, allowComments: true }
  const moments = { startDate: null, deadline, votingOpensAt: null, votingClosesAt: null }
  const form = {
    title,
    description,
    requirements,
    kind,
    type,
    status: 'active' as const,
    ...moments,
    ...settings,
  }
  await mustSucceed(createChallenge(services.db, { viewer: keeper, moderation: 'after' }, form, image.id))
}
