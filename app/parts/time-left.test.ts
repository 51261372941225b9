import { expect, test } from 'vitest'
import { countdownTiles, timeLeftText } from './time-left.tsx'

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

const now = new Date('2026-11-20T12:00:00Z')

function left(milliseconds: number, voting = false): string {
  const text = timeLeftText(new Date(now.getTime() + milliseconds), now, voting, 'UTC')
  return text.replaceAll('\u00a0', ' ')
}

test('shows days, rounded up, from one day up', () => {
  expect(left(120 * hour)).toBe('5 days left')
  expect(left(48 * hour + 1)).toBe('3 days left')
  expect(left(48 * hour)).toBe('2 days left')
  expect(left(24 * hour)).toBe('1 day left')
})

test('shows hours and minutes below one day', () => {
  expect(left(24 * hour - 1)).toBe('23 h 59 min left')
  expect(left(7 * hour + 28 * 60_000)).toBe('7 h 28 min left')
  expect(left(hour)).toBe('1 h left')
  expect(left(hour - 1)).toBe('59 min left')
  expect(left(59_999)).toBe('Less than a minute left')
  expect(left(0)).toBe('Closed')
})

test('says that voting ends on its last day', () => {
  expect(left(48 * hour, true)).toBe('2 days left')
  expect(left(13 * hour, true)).toBe('13 h left')
  expect(left(hour, true)).toBe('Ending today! 1 h left')
  expect(left(0, true)).toBe('Closed')
})
