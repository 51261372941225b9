import { expect, test } from 'vitest'
import { countdownTiles, timeLeftText } from './remaining.ts'

const hour = 3_600_000

function shown(remaining: number): string {
  return countdownTiles(remaining)
    .map((tile) => `${tile.value} ${tile.unit}`)
    .join(', ')
}

test('counts down to the second, never below zero', () => {
  expect(shown(7 * hour + 42 * 60_000 + 18_999)).toBe('7 hours, 42 minutes, 18 seconds')
  expect(shown(999)).toBe('0 hours, 0 minutes, 0 seconds')
  expect(shown(-1)).toBe('0 hours, 0 minutes, 0 seconds')
})

test('shows days from two of them on, hours above 24 before', () => {
  expect(shown(48 * hour)).toBe('2 days, 0 hours, 0 minutes, 0 seconds')
  expect(shown(48 * hour - 1)).toBe('47 hours, 59 minutes, 59 seconds')
})

test('says in a few words how much time is left', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const inMilliseconds = (left: number) => timeLeftText(new Date(now.getTime() + left), now)
  expect(inMilliseconds(120 * hour)).toBe('5 days left')
  expect(inMilliseconds(48 * hour - 1)).toBe('47 h left')
  expect(inMilliseconds(hour)).toBe('1 h left')
  expect(inMilliseconds(hour - 1)).toBe('59 min left')
  expect(inMilliseconds(59_999)).toBe('Ending now')
  expect(inMilliseconds(0)).toBe('Closed')
})
