import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { HONEST, MOST, simulateRing } from './rings.ts'

const { db } = await testDatabase()
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

it('marks most of a ring, and hardly any honest voter', async () => {
  const runs = []
  for (const seed of seeds) runs.push(await simulateRing(db, { seed, ring: true }))
  const found = runs.filter(({ ring }) => ring >= MOST)
  expect(found.length).toBeGreaterThanOrEqual(seeds.length - 1)
  const marked = runs.reduce((sum, run) => sum + run.honest, 0)
  expect(marked / (HONEST * seeds.length)).toBeLessThan(0.01)
})
