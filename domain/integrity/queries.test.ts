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
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { holdResult, viewCounts, voidVotes } from './commands.server.ts'
import { deskDetail, integrityDesk } from './queries.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

async function ballot(showVotes: boolean, author = makeMember(db)) {
  const challenge = await makeChallenge(db, { showVotes })
  const entry = await makeSubmission(db, await author, challenge)
  await openVoting(db, challenge)
  const voters = await makeMembers(db, 3)
  for (const voter of voters) await castVote(db, as(voter), challenge, entry)
  return { challenge, voters }
}

it('lists challenges that have been in voting, without hidden counts until they are viewed', async () => {
  const [shown, secret, entered] = [
    await ballot(true),
    await ballot(false),
    await ballot(true, Promise.resolve(admin)),
  ]
  await makeChallenge(db)
  await holdResult(db, as(admin), secret.challenge, 'Wait')
  await voidVotes(db, as(admin), shown.challenge, {
    voters: [shown.voters[0]?.id ?? ''],
    reason: 'agreed',
    note: 'By agreement',
  })
  const rows = async () => new Map((await integrityDesk(db, admin)).map((row) => [row.id, row]))
  const before = await rows()
  expect([...before.keys()].toSorted()).toEqual(
    [shown, secret, entered].map(({ challenge }) => challenge).toSorted(),
  )
  expect(before.get(shown.challenge)).toMatchObject({
    votes: 2,
    voided: 1,
    isHidden: false,
    isEntered: false,
  })
  expect(before.get(secret.challenge)).toMatchObject({
    votes: null,
    isHidden: true,
    isHeld: true,
    patternCount: null,
  })
  expect(before.get(entered.challenge)).toMatchObject({ isEntered: true })

  await viewCounts(db, as(admin), secret.challenge)
  expect((await rows()).get(secret.challenge)).toMatchObject({ votes: 3, isHidden: false })
  const colleague = await makeAdmin(db)
  const others = await integrityDesk(db, colleague)
  expect(others.find(({ id }) => id === secret.challenge)).toMatchObject({ votes: null })
})

it('shows voided votes, except in a challenge that the administrator entered', async () => {
  const { challenge, voters } = await ballot(true, Promise.resolve(admin))
  const colleague = await makeAdmin(db)
  await voidVotes(db, as(colleague), challenge, {
    voters: [voters[0]?.id ?? ''],
    reason: 'other',
    note: 'Bought',
  })
  expect(await deskDetail(db, colleague, challenge)).toMatchObject({
    votes: 2,
    batches: [{ reason: 'other', note: 'Bought', votes: 1, by: colleague.displayName, restoredAt: null }],
  })
  expect(await deskDetail(db, admin, challenge)).toMatchObject({
    patternCount: null,
    batches: [],
    patterns: [],
  })
  const draft = await makeChallenge(db)
  expect(await deskDetail(db, admin, draft)).toBeUndefined()
  await db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`)
  expect(await deskDetail(db, colleague, challenge)).toBeUndefined()
})
