import sql from 'sql-template-tag'
import { sendAnnouncement } from '#domain/announcements/commands.server.ts'
import { addToShortlist } from '#domain/ballot/shortlist.server.ts'
import { type ChallengeStatus, type Kind, TYPES } from '#domain/challenges/rules.ts'
import { addComment, hideComment } from '#domain/comments/commands.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Admin, Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { unsubscribeHash } from '#domain/notifications/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { inviteByEmail } from '#domain/people/invitations.server.ts'
import { sendReport } from '#domain/reports/commands.server.ts'
import { saveSettings } from '#domain/settings/commands.server.ts'
import { recordedChanges, storedSettings, versionOf } from '#domain/settings/queries.server.ts'
import type { LockedSettings } from '#domain/settings/rules.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { contentVersion } from '#domain/submissions/queries.server.ts'
import { sendSuggestion } from '#domain/suggestions/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { createWebhook } from '#domain/webhooks/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSeries,
  makeSubmission,
  makeTemplate,
  openVoting,
} from '#test/builders.ts'
import { drawing } from './images.ts'
import type { Site } from './site.ts'

export interface Fixtures {
  /** The owner has a draft for `drafted`. */
  challenges: Record<ChallengeStatus | 'song' | 'drafted', string>
  /** `mine`, `mineInVoting`, `song` and `rejected` are the owner's. `mine` and `others` are in the active challenge. */
  submissions: Record<'mine' | 'song' | 'rejected' | 'others' | 'voting' | 'mineInVoting' | 'winner', string>
  /** The versions of the content of submissions by their ids, as in the forms of administrators. */
  versions: Record<string, string>
  challengeOfRejected: string
  /** The owner's page of two submissions of their shortlist. */
  comparison: string
  stranger: string
  /** The newest notification of the stranger, and the end of the address in its mail. */
  notifications: { stranger: string; unsubscribe: string }
  /** On the submission in voting. `hidden` is the owner's and has an open report, as has `stranger`. */
  comments: { mine: string; stranger: string; hidden: string }
  /** Open, of the stranger's comment. */
  report: string
  /** `mine` went to the owner alone, `other` to no one yet. */
  announcement: { mine: string; other: string }
  /** Open. */
  invitation: string
  /** A change of settings, in the audit log. */
  settingsChange: string
  /** Open, the stranger's. */
  suggestion: string
  template: string
  /** With a prompt at its end that can be removed. */
  series: { id: string; prompts: string[] }
  /** Off. Of its log one delivery was given up; this one and a test wait, so that the schedule writes nothing. */
  webhook: { id: string; delivery: string }
}

/** Texts at their limits, mostly without spaces, as layout checks need them. */
const LONG = {
  name: `Lanternkeeper${'-of-the-northern-ferry'.repeat(2)}`.slice(0, 50),
  email: `lanternkeeper.${'northern-ferry.'.repeat(3)}mailbox@subdomain.of-a-long-domain.example.org`,
  title: `Winter roofs ${'Schneebedeckte-Dachlandschaften '.repeat(4)}`.slice(0, 110).trim(),
}

interface Users {
  owner: Member
  admin: Member
}

/** Creates a challenge in every state, with submissions of several members, a winner, a song and a rejected submission. */
export async function seedFixtures({ db, images }: Site, { owner, admin }: Users): Promise<Fixtures> {
  const long = { displayName: LONG.name, email: LONG.email }
  const others = [await makeMember(db, long), ...(await makeMembers(db, 6))]
  const [first, second] = others as [Member, Member]

  async function submitImage(
    member: Member,
    challenge: string,
    title: string,
    colour: string,
  ): Promise<string> {
    const { buffer } = await drawing(colour)
    const stored = await storeImage(images, {
      ownerId: member.id,
      purpose: 'submission',
      bytes: buffer,
    })
    if (!stored.ok) throw new Error(stored.message)
    return makeSubmission(db, member, challenge, { title, imageId: stored.value.id })
  }

  async function challengeWithSubmission(title: string, kind: Kind = 'image') {
    const challenge = await makeChallenge(db, { title, kind })
    return { challenge, submission: await submitImage(first, challenge, `${title} by night`, '#3b5b7a') }
  }

  const active = await challengeWithSubmission('Paper lanterns')
  const mine = await submitImage(owner, active.challenge, 'Lantern over the ford', '#7a3b3b')
  for (const member of others.slice(1)) await makeSubmission(db, member, active.challenge)

  const voting = await challengeWithSubmission('Night market')
  const mineInVoting = await makeSubmission(db, owner, voting.challenge)
  const rival = await submitImage(second, voting.challenge, LONG.title, '#7a6a3b')
  await openVoting(db, voting.challenge)
  await castVote(db, as(second), voting.challenge, voting.submission)
  for (const id of [voting.submission, rival]) await addToShortlist(db, as(owner), voting.challenge, id)

  async function comment(member: Member, text: string): Promise<string> {
    const place = { challengeId: voting.challenge, submissionId: voting.submission, parentId: null }
    const added = await addComment(db, as(member), { ...place, text })
    if (!added.ok) throw new Error(added.message)
    return added.value.id
  }
  const comments = {
    mine: await comment(owner, `Lanternlight-${'over-the-roofs-'.repeat(20)}`),
    stranger: await comment(first, 'Thank you all'),
    hidden: await comment(owner, 'See https://example.org/advertising'),
  }
  await hideComment(db, as(admin).viewer, comments.hidden, 'Advertising')
  for (const [kind, id] of [
    ['comment', comments.stranger],
    ['submission', voting.submission],
    ['member', first.id],
  ] as const)
    await sendReport(db, as(second), { kind, id, reason: 'other', note: 'Please look at this' })
  const report = await db.row<{ id: string }>(
    sql`select id from reports where comment_id = ${comments.stranger}`,
  )

  const completed = await challengeWithSubmission(LONG.title)
  await openVoting(db, completed.challenge)
  await castVote(db, as(owner), completed.challenge, completed.submission)
  await completeChallenge(db, as(admin), completed.challenge)

  const reviewed = await challengeWithSubmission('Doors')
  const rejected = await makeSubmission(db, owner, reviewed.challenge)
  await rejectSubmission(db, as(admin), rejected, `Not made with AI tools: ${'x'.repeat(150)}`)

  const songs = await makeChallenge(db, { title: 'A song for the ferry', kind: 'audio' })
  const contentUrl = 'https://suno.com/song/0b4ccbe5-1f5a-4d6e-9f2b-7a1c3d5e7f90'
  const song = await makeSubmission(db, owner, songs, { title: 'Ferry song', contentUrl })

  const drafted = await makeChallenge(db, { title: 'Ferries in fog', type: 'monthly' })
  const draft = {
    title: LONG.title,
    description: 'Half a thought',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
    imageAlt: '',
  }
  await saveDraft(db, as(owner), drafted, { ...draft, imageId: null })

  const versions = await db.rows<{ id: string; version: number }>(sql`
    select s.id, ${contentVersion} as version from submissions s`)

  const announcement = { mine: newId(), other: newId() }
  const news = { title: LONG.title, text: `A new season begins. ${'x'.repeat(900)}`, link: null }
  // The owner alone has entered this challenge.
  await sendAnnouncement(db, as(admin).viewer, announcement.mine, { ...news, challengeId: songs })

  await deliverEvents(db, { sendsMail: false })
  const notified = await db.row<Fixtures['notifications']>(sql`
    select n.event_id as stranger,
      e.kind || '/' || n.user_id || '/' || encode(${unsubscribeHash(sql`n.user_id`, sql`e.kind`)}, 'hex') as unsubscribe
    from notifications n join notification_events e on e.id = n.event_id
    where n.user_id = ${first.id} order by n.created_at desc limit 1`)
  if (!notified) throw new Error('no notification')

  await sendAnnouncement(db, as(admin).viewer, announcement.other, {
    title: 'A pause',
    text: 'The dojo rests.',
    link: '/challenges',
    challengeId: await makeChallenge(db, { title: 'A quiet challenge' }),
  })

  const invited = await inviteByEmail(db, as(admin).viewer, { email: LONG.email, role: 'moderator' })
  if (!invited.ok) throw new Error(invited.message)

  const suggested = await sendSuggestion(db, as(first).viewer, {
    title: LONG.title.slice(0, 120),
    brief: 'x'.repeat(900),
    kind: 'image',
  })
  if (!suggested.ok) throw new Error(suggested.message)

  const webhook = { id: newId(), delivery: newId() }
  await createWebhook(db, as(admin).viewer, webhook.id, {
    name: LONG.title.slice(0, 60).trim(),
    url: 'http://127.0.0.1:9/',
    format: 'standard',
    kinds: ['challenge.opened'],
    enabled: false,
  })
  await db.rows(sql`
    insert into webhook_deliveries (id, webhook_id, kind, key, challenge_id, status, attempts, answer, ended_at, due_at)
    values (${newId()}, ${webhook.id}, 'challenge.opened', 'opened', ${active.challenge}, 'given_up', 8,
        'Not sent: connect ECONNREFUSED 127.0.0.1:9', now(), now()),
      (${webhook.delivery}, ${webhook.id}, 'voting.opened', 'voting', ${voting.challenge}, 'waiting', 7, 'Answered 503',
        null, now() + interval '1 year'),
      (${newId()}, ${webhook.id}, 'webhook.test', 'test', null, 'waiting', 0, null, null, now() + interval '1 year')`)

  for (const type of TYPES) await makeChallenge(db, { type, status: 'completed', deadline: daysFromNow(-3) })
  for (let more = 0; more < 6; more++)
    await makeChallenge(db, { status: 'completed', deadline: daysFromNow(-9) })
  const series = await makeSeries(db, admin.id, {
    name: LONG.title.slice(0, 80),
    prompts: [LONG.title, 'Two', 'Three'],
  })
  const picture = await storeImage(images, {
    ownerId: admin.id,
    purpose: 'challenge',
    bytes: (await drawing()).buffer,
  })
  if (!picture.ok) throw new Error(picture.message)
  await db.rows(sql`update series set image_id = ${picture.value.id} where id = ${series.id}`)
  await db.rows(sql`
    insert into series_dates (series_id, held_on, is_skipped) values (${series.id}, '2090-03-06', true)`)
  return {
    challenges: {
      draft: await makeChallenge(db, { status: 'draft' }),
      upcoming: await makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(2) }),
      active: active.challenge,
      voting: voting.challenge,
      completed: completed.challenge,
      canceled: await makeChallenge(db, { status: 'canceled', deadline: daysFromNow(-1) }),
      song: songs,
      drafted,
    },
    submissions: {
      mine,
      song,
      rejected,
      others: active.submission,
      voting: voting.submission,
      mineInVoting,
      winner: completed.submission,
    },
    versions: Object.fromEntries(versions.map(({ id, version }) => [id, String(version)])),
    challengeOfRejected: reviewed.challenge,
    comparison: `/challenges/${voting.challenge}/voting-room/${voting.submission}/compare/${rival}`,
    notifications: notified,
    announcement,
    invitation: invited.value.id,
    settingsChange: await changeTagline(db, admin),
    suggestion: suggested.value.id,
    template: await makeTemplate(db, admin, { name: LONG.title.slice(0, 80), challengeId: active.challenge }),
    series,
    webhook,
    comments,
    report: report?.id ?? '',
    stranger: first.id,
  }
}

async function changeTagline(db: Db, member: Member): Promise<string> {
  const admin = member as Admin
  const version = versionOf(await storedSettings(db), 'site')
  const change = { section: 'site' as const, version, values: { tagline: 'Draw at night' } }
  if (!(await saveSettings(db, admin, change, {} as LockedSettings)).ok)
    throw new Error('no setting was changed')
  const [last] = await recordedChanges(db, admin)
  return last?.id ?? ''
}
