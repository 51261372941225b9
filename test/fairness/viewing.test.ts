import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { simulateViewing } from './viewing.ts'

const { db } = await testDatabase()
const goal = 1.2

it('shows 200 voters, some of whom look at few entries, each of 40 entries about equally often', async () => {
  const ballot = { entries: 40, voters: 200, seed: 1 }
  const fair = await simulateViewing(db, { ...ballot, order: 'fair' })
  expect(fair.ratio).toBeLessThanOrEqual(goal)
  const newest = await simulateViewing(db, { ...ballot, order: 'newest first' })
  expect(newest.ratio).toBeGreaterThan(2 * goal)
})
