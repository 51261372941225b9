import { expect, it } from 'vitest'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { aSubmission, as, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { earnedBy } from './receipt.server.ts'
import { updateSubmission } from './update.server.ts'

const { db } = await testDatabase()
const admin = as(await makeMember(db, { isAdmin: true }))

it('tells what a submission has earned, also after a rejection that was undone or corrected', async () => {
  const author = await makeMember(db)
  const id = await makeSubmission(db, author, await makeChallenge(db))
  const earned = () => earnedBy(db, author, id)
  expect(await earned()).toMatchObject({ earned: 25, total: 25 })
  await rejectSubmission(db, admin, id, 'A plane')
  expect(await earned()).toMatchObject({ earned: 0, total: 0 })
  await undoModeration(db, admin, id)
  expect(await earned()).toMatchObject({ earned: 25, total: 25 })
  await rejectSubmission(db, admin, id, 'A plane')
  await updateSubmission(db, as(author), id, { ...aSubmission, title: 'A kite' })
  expect(await earned()).toMatchObject({ earned: 25, total: 25 })
})
