import sql from 'sql-template-tag'
import { seeded } from '#db/demo/random.ts'
import { buildTimeline, type TimelineEvent } from '#db/demo/timeline/timeline.ts'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import type { ImageServices } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Images, uploadImages } from './images.server.ts'
import { after, mustExist, mustSucceed, setClock } from './seed.server.ts'
import { signInMember } from './sign-in.server.ts'
import type { World } from './world/world.ts'

export interface FillOptions {
  services: ImageServices
  world: World
  /** The moment that all dates of the demo are relative to. */
  now: Date
  signal?: AbortSignal
}

/** Whether this database has been filled with the demo world, or has members of its own. */
export async function isInhabited(db: Db): Promise<boolean> {
  const found = await db.row(sql`
    select where exists (select from settings where key = 'demo') or exists (select from challenges)`)
  return found !== undefined
}

/**
 * Fills an empty database with the demo world: its ninjas join, and then months of challenges, entries, votes and
 * winners happen through the domain's own verbs, each at its moment. All of it or nothing; a filling that was cut
 * off is begun anew at the next start.
 */
export async function fillDemo({ services, world, now, signal }: FillOptions): Promise<void> {
  const story = buildTimeline(world, seeded('the dojo').next)
  const members = await signInMember(
    services.db,
    world,
    story.joins.map((at) => after(now, at)),
  )
  const pictures = await uploadImages(services, world, story, members, signal)
  await services.db.transaction(async (tx) => {
    const live = stage({ tx, world, now, members, pictures })
    for (const deed of story.events) {
      signal?.throwIfAborted()
      await setClock(tx, after(now, deed.at))
      await live(deed)
    }
    await tx.rows(
      sql`insert into settings (key, value) values ('demo', ${JSON.stringify({ filledAt: now })})`,
    )
  })
}

interface Stage {
  tx: Db
  world: World
  now: Date
  members: readonly Member[]
  pictures: Images
}

/** Does one deed after the other and remembers which challenge and entry became which row. */
function stage({ tx, world, now, members, pictures }: Stage): (deed: TimelineEvent) => Promise<unknown> {
  const challengeIds: string[] = []
  const entryIds: string[] = []
  const administrator = members[world.ninjas.findIndex(({ role }) => role === 'administrator')] ?? null
  const as = (viewer: Member | null) => ({ viewer, moderation: 'after' as const })
  const ninja = (index: number) => as(members[index] ?? null)

  async function open({ challenge, plan }: Extract<TimelineEvent, { verb: 'open' }>) {
    const { title, description, requirements, kind, type } = mustExist(world.challenges[challenge])
    const upcoming = plan.status === 'upcoming'
    const status = upcoming || plan.status === 'draft' ? plan.status : 'active'
    const form = {
      title,
      description,
      requirements,
      kind,
      type,
      status,
      startDate: upcoming ? after(now, plan.opens) : null,
      deadline: after(now, plan.deadline),
      votingOpensAt: null,
      votingClosesAt: null,
      showSubmissions: true,
      showVotes: true,
      allowVoting: true,
      allowComments: true,
    } as const
    challengeIds[challenge] = (
      await mustSucceed(createChallenge(tx, as(administrator), form, pictures.challenges[challenge] ?? null))
    ).id
  }

  async function enter({ challenge, ninja: index, entry }: Extract<TimelineEvent, { verb: 'enter' }>) {
    const { title, description, creationProcess, contentUrl, tools } = mustExist(world.entries[entry])
    const imageId = pictures.entries.get(entry) ?? null
    const written = { title, description, creationProcess, contentUrl, tools: [...tools], imageId }
    const entered = await mustSucceed(
      createSubmission(tx, ninja(index), mustExist(challengeIds[challenge]), written),
    )
    entryIds[entry] = entered.submissionId
  }

  return (deed) => {
    if (deed.verb === 'open') return open(deed)
    if (deed.verb === 'enter') return enter(deed)
    if (deed.verb === 'pass') return advanceDue(tx, 'after')
    if (deed.verb === 'approve')
      return mustSucceed(approveSubmission(tx, as(administrator), mustExist(entryIds[deed.entry])))
    if (deed.verb === 'vote') {
      return mustSucceed(
        castVote(
          tx,
          ninja(deed.ninja),
          mustExist(challengeIds[deed.challenge]),
          mustExist(entryIds[deed.entry]),
        ),
      )
    }
    const { id } = mustExist(members[deed.ninja])
    const grant = { userId: id, change: deed.points, description: 'Points of earlier seasons' }
    return mustSucceed(adjustPoints(tx, administrator, grant))
  }
}
