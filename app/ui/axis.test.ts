import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisFor } from './axis.ts'

it('runs from a round number down to 0', () => {
  expect(axisFor(0)).toEqual([2, 1, 0])
  expect(axisFor(4)).toEqual([4, 3, 2, 1, 0])
  expect(axisFor(7)).toEqual([8, 6, 4, 2, 0])
  expect(axisFor(110)).toEqual([125, 100, 75, 50, 25, 0])
  expect(axisFor(1_000_000)).toEqual([1_000_000, 800_000, 600_000, 400_000, 200_000, 0])
})

it('fits every count in whole steps close to its maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 2_000_000_000 }), (most) => {
      const axis = axisFor(most)
      expect(axis[0]).toBeGreaterThanOrEqual(most)
      expect(axis[1]).toBeLessThan(most)
      expect(axis.length).toBeLessThanOrEqual(6)
      expect(axis.every(Number.isInteger)).toBe(true)
    }),
  )
})
