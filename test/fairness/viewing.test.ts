import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { simulateViewing } from './viewing.ts'

const { db } = await testDatabase()
const goals = [
  [40, 1.2],
  [400, 1.35],
] as const

it.each(goals)(
  'shows each of %i entries to about as many of 200 voters, some of whom look at few',
  async (entries, goal) => {
    const ballot = { entries, voters: 200, seed: 1 }
    const fair = await simulateViewing(db, { ...ballot, order: 'fair' })
    expect(fair.ratio).toBeLessThanOrEqual(goal)
    const newest = await simulateViewing(db, { ...ballot, order: 'newest first' })
    expect(newest.ratio).toBeGreaterThan(2 * goal)
  },
)
