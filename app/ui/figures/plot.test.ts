import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countScale } from './plot.server.ts'

const countsOf = (most: number) => countScale(most).ticks.map(({ count }) => count)

it('has whole round ticks from the highest down to 0', () => {
  expect(countsOf(0)).toEqual([2, 1, 0])
  expect(countsOf(4)).toEqual([4, 3, 2, 1, 0])
  expect(countsOf(7)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
  expect(countsOf(110)).toEqual([120, 100, 80, 60, 40, 20, 0])
  expect(countScale(4).ticks.map(({ y }) => y)).toEqual([0, 52, 104, 156, 208])
})

it('fits every count between ticks at equal distances', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (most) => {
      const ticks = countsOf(most)
      expect(ticks[0]).toBeGreaterThanOrEqual(most)
      expect(ticks.at(-1)).toBe(0)
      expect(ticks.length).toBeLessThanOrEqual(9)
      const steps = ticks.slice(1).map((count, index) => (ticks[index] ?? 0) - count)
      expect(new Set(steps).size).toBe(1)
    }),
  )
})
