import { expect, it } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeBallot, makeChallenge, makeMember, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { origin } from '#test/request-context.ts'
import * as voting from './voting.tsx'

const { db } = await testDatabase()
const path = '/challenges/voting'

it('has a title', () => {
  const source = {
    location: { pathname: path },
    matches: [{ id: 'root', loaderData: { productName: 'Dojo', origin } }],
  }
  expect(voting.meta(source as never)).toContainEqual({ title: 'Vote On Challenges | Dojo' })
})

it('shows an empty state and how voting works', async () => {
  const { text, html } = await openPage(db, voting, path)
  expect(text).toContain('No Active Voting Challenges')
  expect(html).toContain('href="/challenges"')
  expect(text).toContain('How Voting Works')
  expect(text).toContain('Change your mind until it ends.')
  expect(html.match(/<ol[\s\S]*<\/ol>/)?.[0].match(/<li/g)).toHaveLength(3)
})

it('links the voting gallery, or the vote that the viewer has cast', async () => {
  const [author, voter] = [await makeMember(db), await makeMember(db)]
  const { challenge: id, submission } = await makeBallot(db, { author, title: 'Letters to a lighthouse' })
  const visitor = await openPage(db, voting, path)
  expect(visitor.text).toContain('Voting Open')
  expect(visitor.text).toContain('Submissions 1 Votes Cast 0 Voting Ends 3 days left')
  expect(visitor.text).toContain('Sign In to Vote')

  const member = await openPage(db, voting, path, { viewer: voter })
  expect(member.text).toContain('Cast Your Vote Now')
  expect(member.html).toContain(`href="/challenges/${id}/submissions?mode=voting"`)

  await castVote(db, as(voter), id, submission)
  const voted = await openPage(db, voting, path, { viewer: voter })
  expect(voted.text).toContain("You've cast your vote!")
  expect(voted.html).toMatch(
    new RegExp(`href="/challenges/${id}/submissions/${submission}"[^>]*>View Your Vote`),
  )
})

it('shows the latest deadline first', async () => {
  const [early, late] = ['The first to close', 'The last to close']
  const [lateId, earlyId] = [
    await makeChallenge(db, { title: late }),
    await makeChallenge(db, { title: early }),
  ]
  await openVoting(db, earlyId)
  await openVoting(db, lateId)
  const { text } = await openPage(db, voting, path)
  expect(text.indexOf(early)).toBeGreaterThan(text.indexOf(late))
})

it('shows an error when they cannot be loaded', async () => {
  const { text } = await openPage(watched(db, /c\.status = 'voting'/).db, voting, path)
  expect(text).toContain('Failed to load challenges available for voting')
  expect(text).toContain('How Voting Works')
})

it('runs few statements', async () => {
  const watching = watched(db)
  await openPage(watching.db, voting, path, { viewer: await makeMember(db) })
  expect(watching.statements.length).toBeLessThanOrEqual(4)
})

it('pages through all challenges in voting', async () => {
  const titles = Array.from({ length: 13 }, (_, index) => `Lantern ${index + 1}.`)
  for (const title of titles) await openVoting(db, await makeChallenge(db, { title }))
  const first = await openPage(db, voting, path)
  expect(first.html).toContain('href="/challenges/voting?page=2#challenges"')
  const second = await openPage(db, voting, `${path}?page=2`)
  for (const title of titles) expect(first.text + second.text).toContain(title)
  expect((await openPage(db, voting, `${path}?page=3`)).location).toBe('/challenges/voting?page=2')
})
