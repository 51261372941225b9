import sql, { type Sql } from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { homeChallenges } from './home.server.ts'
import { myChallenges, myResults, myStreak } from './my-dojo.server.ts'
import { monthStreak } from './rules.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

const scopeOf = (viewer: Member) => ({ ...as(viewer), viewer })

it('lists the unfinished challenges that a member follows or has entered, the next deadline first', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const followed = await makeChallenge(db, { title: 'Followed', deadline: daysFromNow(5) })
  const entered = await makeChallenge(db, { title: 'Entered', deadline: daysFromNow(2) })
  const upcoming = await makeChallenge(db, {
    title: 'Upcoming',
    status: 'upcoming',
    deadline: daysFromNow(9),
  })
  await makeChallenge(db, { title: 'Other' })
  for (const id of [followed, upcoming]) await followChallenge(db, as(ann), id)
  await makeSubmission(db, ann, entered)
  const titles = async (viewer: Member) =>
    (await myChallenges(db, scopeOf(viewer))).open.map(({ title }) => title)
  expect(await titles(ann)).toEqual(['Entered', 'Followed', 'Upcoming'])
  expect(await titles(ben)).toEqual([])
  await db.rows(sql`update challenges set status = 'draft' where id = ${upcoming}`)
  expect(await titles(ann)).toEqual(['Entered', 'Followed'])
})

it('lists the challenges in which a member can still vote', async () => {
  const [ann, author] = [await makeMember(db), await makeMember(db)]
  const votable = await makeChallenge(db, { title: 'Votable' })
  const entry = await makeSubmission(db, author, votable)
  const alone = await makeChallenge(db, { title: 'Alone' })
  await makeSubmission(db, ann, alone)
  for (const id of [votable, alone]) await openVoting(db, id)
  const votes = async () => (await myChallenges(db, scopeOf(ann))).votes.map(({ title }) => title)
  expect(await votes()).toEqual(['Votable'])
  await castVote(db, as(ann), votable, entry)
  expect(await votes()).toEqual([])
  await followChallenge(db, as(ann), votable)
  const voted = async (viewer: Member) =>
    (await myChallenges(db, scopeOf(viewer))).open.find(({ id }) => id === votable)?.votedForId
  expect(await voted(ann)).toBe(entry)
  expect(await voted(author)).toBeNull()
})

it.each<[bar: string, set: (member: string, challenge: string) => Sql]>([
  [
    'is not verified',
    (_, challenge) => sql`update challenges set voters = 'verified' where id = ${challenge}`,
  ],
  [
    'joined late',
    (_, challenge) => sql`
      update challenges set voters = 'members_before', first_ballot_at = app_now() - interval '1 hour' where id = ${challenge}`,
  ],
  ['has a new account', () => sql`insert into site_settings (name, value) values ('voterDays', '3')`],
  [
    'has looked at hidden counts',
    (member, challenge) => sql`
      with secret as (update challenges set show_votes = false where id = ${challenge})
      insert into count_views (challenge_id, admin_id) values (${challenge}, ${member})`,
  ],
])('leaves no vote to a member who %s (NAV-44, NAV-50)', async (_, set) => {
  onTestFinished(async () => void (await db.rows(sql`delete from site_settings`)))
  const member = await makeMember(db)
  const { challenge, submission } = await makeBallot(db)
  const votes = async () => {
    const home = await homeChallenges(db, as(member))
    const { votes } = await myChallenges(db, scopeOf(member))
    return {
      home: home.voting.find(({ id }) => id === challenge)?.mayVote,
      dojo: votes.some(({ id }) => id === challenge),
    }
  }
  expect(await votes()).toEqual({ home: true, dojo: true })
  await db.rows(set(member.id, challenge))
  expect(await votes()).toEqual({ home: false, dojo: false })
  expect(await castVote(db, as(member), challenge, submission)).toMatchObject({ code: 'forbidden' })
})

it('previews some submissions of a voting by chance, none of the viewer, rejected ones or by votes', async () => {
  const authors = await makeMembers(db, 9)
  const [ann] = authors
  const challenge = await makeChallenge(db, { title: 'Previewed' })
  const entries: string[] = []
  for (const author of authors) entries.push(await makeSubmission(db, author, challenge))
  const [own = '', popular = '', rejected = ''] = entries
  await rejectSubmission(db, as(admin), rejected, 'Not your own work')
  await openVoting(db, challenge)
  const previewed = async (viewer: Member) => {
    const { votes } = await myChallenges(db, scopeOf(viewer))
    const { previews, seen } = votes.find(({ id }) => id === challenge) ?? { previews: [], seen: null }
    return { ids: previews.map(({ id }) => id), seen }
  }
  const first = await previewed(ann)
  expect(first.ids.length).toBeGreaterThanOrEqual(4)
  expect(first.ids).not.toContain(own)
  expect(first.ids).not.toContain(rejected)
  expect(first.seen).toBe(1)

  const viewers = await makeMembers(db, 40)
  const atFirst = await Promise.all(viewers.map(previewed))
  expect(new Set(atFirst.flatMap(({ ids }) => ids))).toEqual(new Set(entries.filter((id) => id !== rejected)))
  await db.rows(sql`update submissions set votes = 50 where id = ${popular}`)
  expect(await Promise.all(viewers.map(previewed))).toEqual(atFirst)

  await recordImpressions(db, as(ann), challenge, first.ids)
  expect((await previewed(ann)).seen).toBe(1 + first.ids.length)
})

it('lists the last results with the place, and none of a rejected submission', async () => {
  const [ann, ben, voter] = [await makeMember(db), await makeMember(db), await makeMember(db)]
  const challenge = await makeChallenge(db, { title: 'Doors' })
  const [first, second] = [await makeSubmission(db, ann, challenge), await makeSubmission(db, ben, challenge)]
  await openVoting(db, challenge)
  await castVote(db, as(voter), challenge, first)
  expect(await myResults(db, ann)).toEqual([])
  await completeChallenge(db, as(admin), challenge)
  expect(await myResults(db, ann)).toMatchObject([
    { id: first, challenge: { title: 'Doors' }, placing: { place: 1, entries: 2 } },
  ])
  expect(await myResults(db, ben)).toMatchObject([{ id: second, placing: null }])
  await rejectSubmission(db, as(admin), second, 'Not your own work')
  expect(await myResults(db, ben)).toEqual([])
})

it('counts months in a row with an entry, up to this month or the last one', async () => {
  const now = new Date('2026-02-15T12:00:00Z')
  expect(monthStreak([], now)).toBe(0)
  expect(monthStreak(['2026-02'], now)).toBe(1)
  expect(monthStreak(['2026-02', '2026-01', '2025-12', '2025-10'], now)).toBe(3)
  expect(monthStreak(['2026-01', '2025-12'], now)).toBe(2)
  expect(monthStreak(['2025-12', '2025-11'], now)).toBe(0)
  expect(monthStreak(['2026-02'], new Date('2026-03-31T23:59:59.999Z'))).toBe(1)
  expect(monthStreak(['2026-02'], new Date('2026-04-01T00:00:00Z'))).toBe(0)

  const ann = await makeMember(db)
  expect((await myStreak(db, ann)).months).toBe(0)
  await makeSubmission(db, ann, await makeChallenge(db))
  await makeSubmission(db, ann, await makeChallenge(db))
  expect((await myStreak(db, ann)).months).toBe(1)
})
