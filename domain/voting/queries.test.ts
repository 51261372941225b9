import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { as, makeBallot, makeMember, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { castVote } from './commands.server.ts'
import { voidedVotes } from './queries.server.ts'
import { voidInTransaction } from './voiding.server.ts'

const { db } = await testDatabase()

it('tells voters and authors which votes were voided, authors only once votes are shown', async () => {
  const author = await makeMember(db)
  const { challenge, submission } = await makeBallot(db, { author })
  const voters = await makeMembers(db, 3)
  for (const voter of voters) await castVote(db, as(voter), challenge, submission)
  const [first, ...others] = voters
  await db.transaction(async (tx) => {
    const batch = { challengeId: challenge, reason: 'agreed', note: 'Seen in a chat', by: null } as const
    await voidInTransaction(tx, { ...batch, userIds: others.map(({ id }) => id) })
    await voidInTransaction(tx, { ...batch, userIds: [first.id] })
  })
  const shownTo = async (id: string) =>
    (await voidedVotes(db, id)).map(({ of, count, reason }) => ({ of, count, reason }))
  expect(await shownTo(first.id)).toEqual([{ of: 'voter', count: 1, reason: 'agreed' }])
  expect(await shownTo(author.id)).toEqual([{ of: 'author', count: 3, reason: 'agreed' }])
  await db.rows(sql`update challenges set show_votes = false where id = ${challenge}`)
  expect(await shownTo(first.id)).toEqual([{ of: 'voter', count: 1, reason: 'agreed' }])
  expect(await shownTo(author.id)).toEqual([])
})
