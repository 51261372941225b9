import { expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { as, makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { castVote } from '../voting/commands.server.ts'
import { profileOf } from './profile.server.ts'

const { db } = await testDatabase()

it('tells what a member made and received', async () => {
  const [maker, voter] = [await makeMember(db), await makeMember(db)]
  const challenge = await makeChallenge(db)
  const entry = await makeEntry(db, maker, challenge)
  await openVoting(db, challenge)
  await castVote(db, as(voter), challenge, entry)
  expect(await profileOf(db, as(null), maker.id)).toMatchObject({
    displayName: maker.displayName,
    rank: 'Novice Ninja',
    points: 30,
    submissionCount: 1,
    votesReceived: 1,
    wins: 0,
  })
})

it('knows nobody by an id that nobody has, and asks for an id where there is none', async () => {
  expect(await profileOf(db, as(null), newId())).toBeUndefined()
  await expect(profileOf(db, as(null), '')).rejects.toThrow('User ID is required')
})
