import { expect, test } from 'vitest'
import { describeTime, formatTime } from './format.ts'

const moment = new Date('2026-11-21T18:05:00Z')

test('writes dates as US English does', () => {
  expect(formatTime(moment, 'date', 'UTC')).toBe('Nov 21, 2026')
  expect(formatTime(moment, 'datetime', 'UTC')).toBe('Nov 21, 2026, 6:05 PM')
  expect(formatTime(moment, 'weekday', 'UTC')).toBe('Sat, Nov 21, 6:05 PM')
  expect(formatTime(moment, 'month', 'UTC')).toBe('November 2026')
})

test('moves to the zone that is named', () => {
  expect(formatTime(moment, 'datetime', 'Asia/Tokyo')).toBe('Nov 22, 2026, 3:05 AM')
})

test('names the zone and UTC in the title', () => {
  expect(describeTime(moment, 'UTC')).toBe('Nov 21, 2026, 6:05 PM UTC')
  expect(describeTime(moment, 'America/New_York')).toBe(
    'Nov 21, 2026, 1:05:00 PM EST (Nov 21, 2026, 6:05 PM UTC)',
  )
})
