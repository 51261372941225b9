import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as desk from './desk.tsx'

const { db } = await testDatabase()

it('lists a completed challenge with its votes and voided votes', async () => {
  const admin = await makeAdmin(db)
  const challenge = await makeChallenge(db, { title: 'Paper boats' })
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  await castVote(db, as(await makeMember(db)), challenge, submission)
  await completeChallenge(db, as(admin), challenge)
  const { text } = await openPage(db, desk, '/admin/integrity', { viewer: admin })
  expect(text).toMatch(/Paper boats Completed .* 1 0( |$)/)
})
