import { expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { memberProfile } from './queries.server.ts'

const { db } = await testDatabase()

it('returns what a profile shows of a member', async () => {
  const member = await makeMember(db)
  expect(await memberProfile(db, member.id)).toMatchObject({
    displayName: member.displayName,
    rank: 'Novice Ninja',
    points: 0,
    bio: null,
    isAdmin: false,
  })
})

it('returns undefined for an unknown id and throws for an empty one', async () => {
  expect(await memberProfile(db, newId())).toBeUndefined()
  await expect(memberProfile(db, '')).rejects.toThrow('User ID is required')
})
