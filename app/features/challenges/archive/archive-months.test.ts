import { expect, test } from 'vitest'
import { groupByMonth } from './archive-months.ts'

function ended(date: string) {
  return { completedAt: new Date(date) }
}

test('groups by UTC month and keeps the order', () => {
  const months = groupByMonth([
    ended('2026-11-01T00:00:00.000Z'),
    ended('2026-10-31T23:59:59.999Z'),
    ended('2026-10-02T12:00:00Z'),
    ended('2025-10-02T12:00:00Z'),
  ])
  expect(months.map(({ key, name, year, items }) => [key, name, year, items.length])).toEqual([
    ['2026-11', 'November', '2026', 1],
    ['2026-10', 'October', '2026', 2],
    ['2025-10', 'October', '2025', 1],
  ])
})

test('returns no months without challenges', () => {
  expect(groupByMonth([])).toEqual([])
})
