import { expect, test } from 'vitest'
import { describeTime, formatTime } from './time.tsx'

const moment = new Date('2026-11-21T18:05:00Z')

test('formats long dates in US English', () => {
  expect(formatTime(moment, 'date', 'UTC')).toBe('November 21, 2026')
  expect(formatTime(moment, 'datetime', 'UTC')).toBe('November 21, 2026 at 6:05\u00a0PM')
  expect(formatTime(moment, 'weekday', 'UTC')).toBe('Saturday, November 21 at 6:05\u00a0PM')
  expect(formatTime(moment, 'month', 'UTC')).toBe('November 2026')
  expect(formatTime(moment, 'day', 'UTC')).toBe('Saturday')
  expect(formatTime(moment, 'yearless', 'UTC')).toBe('November 21')
  expect(formatTime(moment, 'hour', 'UTC')).toBe('6:05\u00a0PM')
})

test('formats short dates for administrators', () => {
  expect(formatTime(moment, 'short', 'UTC')).toBe('Nov 21, 2026')
  expect(formatTime(moment, 'shorttime', 'UTC')).toBe('Nov 21, 2026 at 6:05\u00a0PM')
})

test('converts to the given time zone', () => {
  expect(formatTime(moment, 'datetime', 'Asia/Tokyo')).toBe('November 22, 2026 at 3:05\u00a0AM')
})

test('names the zone and UTC in the title', () => {
  expect(describeTime(moment, 'UTC')).toBe('November 21, 2026 at 6:05\u00a0PM UTC')
  expect(describeTime(moment, 'America/New_York')).toBe(
    'November 21, 2026 at 1:05:00\u00a0PM EST (November 21, 2026 at 6:05\u00a0PM UTC)',
  )
})
