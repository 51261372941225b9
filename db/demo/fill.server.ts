import sql from 'sql-template-tag'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import { DAY } from '#domain/challenges/rules.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { saveProfile } from '#domain/members/save-profile.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { demoIssuer } from '#platform/identity/demo/accounts.ts'
import { accountOf } from './accounts.ts'
import { type ImageStore, storeImages } from './images.server.ts'
import { after, mustExist, mustSucceed, setClock } from './seed.server.ts'
import { type DemoEvent, timeline } from './timeline.ts'
import type { DemoMember, World } from './world.server.ts'

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
  const members = await signInMembers(services.db, world, now)
  const images = await storeImages(services, world, members, signal)
  await services.db.transaction(async (tx) => {
    const run = eventRunner({ tx, now, members, images })
    for (const event of timeline(world)) {
      signal?.throwIfAborted()
      await setClock(tx, after(now, event.at))
      await run(event)
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

/** Signs all members in at the times they joined. Returns them by name. */
async function signInMembers(db: Db, world: World, now: Date): Promise<Map<string, Member>> {
  const members = new Map<string, Member>()
  for (const member of world.members)
    members.set(member.name, await join(db, member, after(now, member.joined * DAY)))
  return members
}

function join(db: Db, { name, bio, avatar, login }: DemoMember, time: Date): Promise<Member> {
  return db.transaction(async (tx) => {
    await setClock(tx, time)
    const { memberId } = await signIn(tx, { issuer: demoIssuer, ...accountOf({ name }) })
    const member: Member = {
      id: memberId,
      displayName: name,
      photoUrl: '',
      rank: 'Novice Ninja',
      points: 0,
      isAdmin: login === 'administrator',
      isModerator: false,
    }
    await mustSucceed(saveProfile(tx, member, { displayName: name, bio, avatar: { preset: avatar } }))
    if (member.isAdmin) await setRole(tx, member.id, 'administrator')
    return member
  })
}

interface RunnerOptions {
  tx: Db
  now: Date
  members: ReadonlyMap<string, Member>
  /** Ids of stored images by file. */
  images: ReadonlyMap<string, string>
}

function eventRunner({ tx, now, members, images }: RunnerOptions): (event: DemoEvent) => Promise<unknown> {
  /** Ids by title. */
  const challenges = new Map<string, string>()
  const submissions = new Map<string, string>()
  const administrator = mustExist([...members.values()].find(({ isAdmin }) => isAdmin))
  const as = (viewer: Member) => ({ viewer, moderation: 'after' as const })
  const member = (name: string) => mustExist(members.get(name))

  async function open({ challenge }: Extract<DemoEvent, { type: 'open' }>) {
    const { title, kind, type, status = 'active', description } = challenge
    const form: ChallengeForm = {
      ...INITIAL_FIELDS,
      title,
      kind,
      type,
      status,
      description,
      requirements: challenge.requirements.join('\n'),
      startDate: status === 'upcoming' ? after(now, challenge.opens * DAY) : null,
      deadline: after(now, challenge.deadline * DAY),
    }
    const image = mustExist(images.get(challenge.image))
    const created = await mustSucceed(createChallenge(tx, as(administrator), form, image))
    challenges.set(title, created.id)
  }

  async function submit({ challenge, submission }: Extract<DemoEvent, { type: 'submit' }>) {
    const { title, description, tools } = submission
    const input = {
      title,
      description,
      creationProcess: submission.process,
      prompt: submission.prompt,
      contentUrl: submission.link,
      imageAlt: null,
      tools,
      imageId: mustExist(images.get(submission.image)),
    }
    const challengeId = mustExist(challenges.get(challenge.title))
    const created = await mustSucceed(createSubmission(tx, as(member(submission.member)), challengeId, input))
    submissions.set(title, created.submissionId)
  }

  return async (event) => {
    switch (event.type) {
      case 'open':
        return open(event)
      case 'submit':
        return submit(event)
      case 'approve': {
        const id = mustExist(submissions.get(event.submission.title))
        return mustSucceed(approveSubmission(tx, as(administrator), id))
      }
      case 'vote': {
        const challengeId = mustExist(challenges.get(event.challenge.title))
        const id = mustExist(submissions.get(event.submission.title))
        return mustSucceed(castVote(tx, as(member(event.voter)), challengeId, id))
      }
      case 'adjust': {
        const { points, reason } = event.adjustment
        const { id } = member(event.member.name)
        return mustSucceed(
          adjustPoints(tx, administrator, { userId: id, change: points, description: reason }),
        )
      }
      case 'advance':
        await advanceDue(tx, 'after')
        return deliver(tx)
    }
  }
}

/** Without receipts, which would fill the list of every demo member. */
async function deliver(tx: Db): Promise<void> {
  await tx.rows(sql`
    update notification_events set delivered_at = app_now()
    where kind = 'submission_received' and delivered_at is null`)
  await deliverEvents(tx, { sendsMail: false })
}
