import { expect, it } from 'vitest'
import { daysFromNow, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { challengeTable, TABLE_PAGE_SIZE } from './table.server.ts'

const { db } = await testDatabase()

it('lists every challenge, drafts too, newest first, a page at a time', async () => {
  const ids: string[] = []
  for (let day = 0; day <= TABLE_PAGE_SIZE; day++) {
    const status = day % 2 ? 'draft' : 'active'
    ids.push(await makeChallenge(db, { status, createdAt: daysFromNow(-day) }))
  }
  const [first, second] = [await challengeTable(db, 1), await challengeTable(db, 2)]
  expect(first.total).toBe(TABLE_PAGE_SIZE + 1)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
  expect(second.rows).toHaveLength(1)
})
