import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { holdResult, viewCounts } from './commands.server.ts'
import { deskRow, integrityDesk, markedVotes, voidedOnDesk, votesOnDesk } from './queries.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

async function ballot(showVotes: boolean, author = makeMember(db)) {
  const challenge = await makeChallenge(db, { showVotes })
  const entry = await makeSubmission(db, await author, challenge)
  await openVoting(db, challenge)
  const voters = await makeMembers(db, 3)
  for (const voter of voters) await castVote(db, as(voter), challenge, entry)
  return { challenge, entry, voters }
}

it('shows a challenge that has been in voting, without hidden counts until they are viewed', async () => {
  const [shown, secret, entered] = [
    await ballot(true),
    await ballot(false),
    await ballot(true, Promise.resolve(admin)),
  ]
  await holdResult(db, as(admin), secret.challenge, { note: 'Wait' })
  await voidVotesOf(db, as(admin), shown.challenge, {
    voters: [shown.voters[0]?.id ?? ''],
    reason: 'agreed',
    note: 'By agreement',
  })
  const row = ({ challenge }: { challenge: string }, viewer = admin) => deskRow(db, viewer, challenge)
  expect(await row({ challenge: await makeChallenge(db) })).toBeUndefined()
  expect(await row(shown)).toMatchObject({ votes: 2, isHidden: false, isEntered: false })
  expect(await row(secret)).toMatchObject({ votes: null, isHidden: true, isHeld: true })
  expect(await row(entered)).toMatchObject({ votes: null, isEntered: true, isHidden: true })
  const listed = (await integrityDesk(db, admin)).map(({ id }) => id)
  expect(listed).toEqual([entered, secret, shown].map(({ challenge }) => challenge))

  await viewCounts(db, as(admin), secret.challenge)
  expect(await row(secret)).toMatchObject({ votes: 3, isHidden: false })
  expect(await row(secret, await makeAdmin(db))).toMatchObject({ votes: null })
})

it('shows voided votes, except in a challenge that the administrator entered', async () => {
  const { challenge, voters } = await ballot(true, Promise.resolve(admin))
  const colleague = await makeAdmin(db)
  await voidVotesOf(db, as(colleague), challenge, {
    voters: [voters[0]?.id ?? ''],
    reason: 'other',
    note: 'Bought',
  })
  const [seen, own] = [await deskRow(db, colleague, challenge), await deskRow(db, admin, challenge)]
  if (!seen || !own) throw new Error('the challenge is not on the desk')
  expect(seen.votes).toBe(2)
  const voided = { votes: 1, voters: [voters[0]?.displayName], reason: 'other', note: 'Bought' }
  expect(await voidedOnDesk(db, seen)).toMatchObject([voided])
  expect((await votesOnDesk(db, seen)).map(({ ofEntry }) => ofEntry)).toEqual([2, 2])
  expect(await voidedOnDesk(db, own)).toEqual([])
  expect(await votesOnDesk(db, own)).toEqual([])
  const draft = await makeChallenge(db)
  expect(await deskRow(db, admin, draft)).toBeUndefined()
  await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
  expect(await deskRow(db, colleague, challenge)).toBeUndefined()
})

it('shows who voted only where votes are shown, and not to an administrator who entered the challenge', async () => {
  const [secret, entered] = [await ballot(false), await ballot(true, Promise.resolve(admin))]
  const shown = async ({ challenge, entry }: Awaited<ReturnType<typeof ballot>>) => {
    const desk = await deskRow(db, admin, challenge)
    if (!desk) throw new Error('the challenge is not on the desk')
    const [all, one] = [await votesOnDesk(db, desk), await votesOnDesk(db, desk, { entry })]
    return [all.length, one.length, await markedVotes(db, desk)]
  }
  await db.rows(sql`update votes set network = network_hash('home')`)
  for (const contest of [secret, entered]) expect(await shown(contest)).toEqual([0, 0, 0])
  await viewCounts(db, as(admin), secret.challenge)
  expect(await shown(secret)).toEqual([3, 3, 3])
})
