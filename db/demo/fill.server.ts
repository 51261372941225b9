import sql from 'sql-template-tag'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { setAdministrator } from '#domain/members/administrators.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { signIn } from '#domain/members/sign-in.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { demoIssuer } from '#platform/identity/demo/accounts.ts'
import { accountOf } from './accounts.ts'
import { type ImageStore, type Images, storeImages } from './images.server.ts'
import { seeded } from './random.ts'
import { after, mustExist, mustSucceed, setClock } from './seed.server.ts'
import { buildTimeline, type TimelineEvent } from './timeline/timeline.ts'
import type { DemoNinja } from './world/ninjas.ts'
import type { World } from './world/world.ts'

export interface FillOptions {
  services: ImageStore
  world: World
  now: Date
  signal?: AbortSignal
}

/** Whether the database holds demo data or challenges. */
export async function hasContent(db: Db): Promise<boolean> {
  const found = await db.row(sql`
    select where exists (select from settings where key = 'demo') or exists (select from challenges)`)
  return found !== undefined
}

/**
 * Fills an empty database with demo data: members, then months of challenges, submissions, votes and winners, made by
 * domain commands with the clock set to the time of each event. All of it in one transaction except members and images;
 * an interrupted fill starts again.
 */
export async function fillDemo({ services, world, now, signal }: FillOptions): Promise<void> {
  const timeline = buildTimeline(world, seeded('the dojo').next)
  const members = await signInMembers(
    services.db,
    world,
    timeline.joins.map((at) => after(now, at)),
  )
  const images = await storeImages(services, world, timeline, members, signal)
  await services.db.transaction(async (tx) => {
    const runEvent = eventRunner({ tx, world, now, members, images })
    for (const event of timeline.events) {
      signal?.throwIfAborted()
      await setClock(tx, after(now, event.at))
      await runEvent(event)
      if (event.type === 'advance') await deliver(tx)
    }
    await setClock(tx, now)
    await deliver(tx)
    await tx.rows(sql`
      update notifications set read_at = created_at where created_at < app_now() - interval '1 day'`)
    await tx.rows(
      sql`insert into settings (key, value) values ('demo', ${JSON.stringify({ filledAt: now })})`,
    )
  })
}

/** Without receipts, which would fill the list of every demo member. */
async function deliver(tx: Db): Promise<void> {
  await tx.rows(sql`
    update notification_events set delivered_at = app_now()
    where kind = 'submission_received' and delivered_at is null`)
  await deliverEvents(tx, { sendsMail: false })
}

interface RunnerOptions {
  tx: Db
  world: World
  now: Date
  members: readonly Member[]
  images: Images
}

function eventRunner({
  tx,
  world,
  now,
  members,
  images,
}: RunnerOptions): (event: TimelineEvent) => Promise<unknown> {
  const challengeIds: string[] = []
  const submissionIds: string[] = []
  const administrator = members[world.ninjas.findIndex(({ role }) => role === 'administrator')] ?? null
  const as = (viewer: Member | null) => ({ viewer, moderation: 'after' as const })
  const ninja = (index: number) => as(members[index] ?? null)

  async function open({ challenge, plan }: Extract<TimelineEvent, { type: 'open' }>) {
    const { title, description, requirements, kind, type } = mustExist(world.challenges[challenge])
    const upcoming = plan.status === 'upcoming'
    const status = upcoming || plan.status === 'draft' ? plan.status : 'active'
    const form = {
      ...INITIAL_FIELDS,
      title,
      description,
      requirements,
      kind,
      type,
      status,
      startDate: upcoming ? after(now, plan.opens) : null,
      deadline: after(now, plan.deadline),
    } as const
    challengeIds[challenge] = (
      await mustSucceed(createChallenge(tx, as(administrator), form, images.challenges[challenge] ?? null))
    ).id
  }

  async function submit({ challenge, ninja: index, submission }: Extract<TimelineEvent, { type: 'submit' }>) {
    const { title, description, creationProcess, contentUrl, tools } = mustExist(
      world.submissions[submission],
    )
    const imageId = images.submissions.get(submission) ?? null
    const input = {
      title,
      description,
      creationProcess,
      contentUrl,
      imageAlt: null,
      tools: [...tools],
      imageId,
    }
    const created = await mustSucceed(
      createSubmission(tx, ninja(index), mustExist(challengeIds[challenge]), input),
    )
    submissionIds[submission] = created.submissionId
  }

  return (event) => {
    if (event.type === 'open') return open(event)
    if (event.type === 'submit') return submit(event)
    if (event.type === 'advance') return advanceDue(tx, 'after')
    if (event.type === 'approve')
      return mustSucceed(approveSubmission(tx, as(administrator), mustExist(submissionIds[event.submission])))
    if (event.type === 'vote') {
      return mustSucceed(
        castVote(
          tx,
          ninja(event.ninja),
          mustExist(challengeIds[event.challenge]),
          mustExist(submissionIds[event.submission]),
        ),
      )
    }
    const { id } = mustExist(members[event.ninja])
    const grant = {
      userId: id,
      change: event.points,
      description: 'Carried over from the dojo’s first season, before it moved to this site',
    }
    return mustSucceed(adjustPoints(tx, administrator, grant))
  }
}

async function signInMembers(db: Db, world: World, times: readonly Date[]): Promise<Member[]> {
  const members: Member[] = []
  for (const [index, ninja] of world.ninjas.entries()) {
    members.push(await join(db, ninja, times[index] ?? new Date()))
  }
  return members
}

function join(db: Db, ninja: DemoNinja, time: Date): Promise<Member> {
  return db.transaction(async (tx) => {
    await setClock(tx, time)
    const { memberId } = await signIn(tx, { issuer: demoIssuer, ...accountOf(ninja) })
    const member: Member = {
      id: memberId,
      displayName: ninja.name,
      photoUrl: '',
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: ninja.role === 'administrator',
    }
    const { name: displayName, bio, avatarPreset } = ninja
    await mustSucceed(
      saveProfile(tx, member, { displayName, bio: bio ?? '', avatar: { preset: avatarPreset } }),
    )
    if (member.isAdmin) await setAdministrator(tx, member.id, true)
    return member
  })
}
