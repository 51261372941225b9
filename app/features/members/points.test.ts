import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { castVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as points from './points.tsx'
import * as profile from './profile.tsx'

const { db } = await testDatabase()
const path = '/profile/points'

it('is visible to the member only', async () => {
  const { location } = await openPage(db, points, path)
  expect(location).toBe('/login?redirect=%2Fprofile%2Fpoints')
  const [me, other] = [await makeMember(db), await makeMember(db)]
  const link = 'href="/profile/points"'
  const open = async (viewer: typeof me | null) =>
    (await openPage(db, profile, `/profile/${me.id}`, { params: { userId: me.id }, viewer })).html
  expect(await open(me)).toContain(link)
  expect(await open(other)).not.toContain(link)
  expect(await open(null)).not.toContain(link)
})

it('says how to earn the first points', async () => {
  const { text } = await openPage(db, points, path, { viewer: await makeMember(db) })
  expect(text).toContain('No points yet. Enter a challenge or vote.')
})

it('lists each change with its reason and challenge, newest first', async () => {
  const [author, voter, admin] = [await makeMember(db), await makeMember(db), await makeAdmin(db)]
  const { challenge, submission } = await makeBallot(db, { author, title: 'Nine seconds of rain' })
  await castVote(db, as(voter), challenge, submission)
  await withdrawVote(db, as(voter), challenge, submission)
  await adjustPoints(db, admin, { userId: author.id, change: 1_500, description: 'Last year’s points' })

  const { text } = await openPage(db, points, path, { viewer: author })
  const mine = text.replaceAll(/([+\u2212]) /g, '$1')
  const told = [
    'Adjusted by an administrator Last year’s points',
    '+1,500',
    'A vote for your entry was removed Nine seconds of rain',
    '\u22125',
    'Someone voted for your entry Nine seconds of rain',
    '+5',
    'You entered a challenge Nine seconds of rain',
    '+25',
  ]
  const positions = told.map((words) => mine.indexOf(words))
  expect(positions).not.toContain(-1)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))

  const theirs = (await openPage(db, points, path, { viewer: voter })).text
  expect(theirs).toContain('Your vote was withdrawn or removed Nine seconds of rain')
  expect(theirs).not.toContain('You entered a challenge Nine seconds')

  await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
  expect((await openPage(db, points, path, { viewer: author })).text).not.toContain('Nine seconds of rain')
})

it('has pages of 25, and redirects from a page beyond the last to the last', async () => {
  const me = await makeMember(db)
  await db.rows(sql`
    insert into points_log (user_id, points, reason, source_id, "timestamp")
    select ${me.id}, 5, 'vote_received', gen_random_uuid(), app_now() from generate_series(1, 26)`)
  const entries = (text: string) => text.match(/Someone voted for your entry/g)?.length
  const first = await openPage(db, points, path, { viewer: me })
  expect(first.html).toContain('href="/profile/points?page=2"')
  expect(entries(first.text)).toBe(25)
  expect(entries((await openPage(db, points, `${path}?page=2`, { viewer: me })).text)).toBe(1)
  expect((await openPage(db, points, `${path}?page=9`, { viewer: me })).location).toBe(
    '/profile/points?page=2',
  )
})

it('lists votes in secret ballots as counted when voting ends, until they are paid', async () => {
  const [author, voter, admin] = [await makeMember(db), await makeMember(db), await makeAdmin(db)]
  const { challenge, submission } = await makeBallot(db, { author, title: 'Unseen hands', showVotes: false })
  await castVote(db, as(voter), challenge, submission)
  const pending = async (viewer: typeof voter) =>
    (await openPage(db, points, path, { viewer })).text.match(
      /Counted when voting ends.*?You voted in Unseen hands .*?\+ ?1\b/,
    )
  expect(await pending(voter)).not.toBeNull()
  expect(await pending(author)).toBeNull()
  await completeChallenge(db, as(admin), challenge)
  expect(await pending(voter)).toBeNull()
  expect((await openPage(db, points, path, { viewer: voter })).text).toContain('You voted Unseen hands')
})
