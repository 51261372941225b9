import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { recordsOf } from './records.server.ts'

const { db } = await testDatabase()

it('revokes the records of one kind by their grant', async () => {
  const [tokens, codes] = [recordsOf(db, 'AccessToken'), recordsOf(db, 'AuthorizationCode')]
  await tokens.upsert('first', { grantId: 'one' }, 60)
  await tokens.upsert('second', { grantId: 'two' }, 60)
  await codes.upsert('code', { grantId: 'one' }, 60)
  await tokens.revokeByGrantId('one')
  expect(await tokens.find('first')).toBeUndefined()
  expect(await tokens.find('second')).toEqual({ grantId: 'two' })
  expect(await codes.find('code')).toEqual({ grantId: 'one' })
})
