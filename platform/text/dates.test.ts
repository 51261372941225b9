import { afterEach, expect, test } from 'vitest'
import { describeTime, formatTime, timeIn, writeDatesIn } from './dates.ts'

const moment = new Date('2026-11-21T18:05:00Z')
afterEach(() => writeDatesIn('en-US'))

test('formats long dates in US English', () => {
  expect(formatTime(moment, 'date', 'UTC')).toBe('November 21, 2026')
  expect(formatTime(moment, 'datetime', 'UTC')).toBe('November 21, 2026 at 6:05\u00a0PM')
  expect(formatTime(moment, 'weekday', 'UTC')).toBe('Saturday, November 21 at 6:05\u00a0PM')
  expect(formatTime(moment, 'month', 'UTC')).toBe('November 2026')
  expect(formatTime(moment, 'monthname', 'UTC')).toBe('November')
  expect(formatTime(moment, 'day', 'UTC')).toBe('Saturday')
  expect(formatTime(moment, 'yearless', 'UTC')).toBe('November 21')
  expect(formatTime(moment, 'hour', 'UTC')).toBe('6:05\u00a0PM')
})

test('formats short dates for administrators', () => {
  expect(formatTime(moment, 'short', 'UTC')).toBe('Nov 21, 2026')
  expect(formatTime(moment, 'shortyearless', 'UTC')).toBe('Nov 21')
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

test('words a time with both forms of the clock and the zone', () => {
  const moment = new Date('2026-11-24T11:05:00Z')
  expect(timeIn('UTC', moment)).toBe('November 24, 2026 at 11:05 AM (11:05) UTC')
  expect(timeIn('Asia/Tokyo', moment)).toBe('November 24, 2026 at 8:05 PM (20:05) GMT+9')
  expect(timeIn('America/New_York', new Date('2026-07-01T04:00:00Z'))).toBe(
    'July 1, 2026 at 12:00 AM (00:00) EDT',
  )
})

test('writes dates in the language of the site, the zone as ever (ADM-151)', () => {
  writeDatesIn('en-GB')
  expect(formatTime(moment, 'datetime', 'UTC')).toBe('21 November 2026 at 18:05')
  expect(timeIn('Asia/Tokyo', moment)).toBe('22 November 2026 at 3:05 GMT+9')
  writeDatesIn('de-DE')
  expect(formatTime(moment, 'datetime', 'UTC')).toBe('21. November 2026, 18:05')
  expect(formatTime(moment, 'weekday', 'UTC')).toBe('Samstag, 21. November, 18:05')
  expect(formatTime(moment, 'short', 'UTC')).toBe('21. Nov. 2026')
  expect(describeTime(moment, 'America/New_York')).toBe(
    '21. November 2026, 13:05:00 GMT-5 (21. November 2026, 18:05 UTC)',
  )
  writeDatesIn('fr-FR')
  expect(formatTime(moment, 'monthname', 'UTC')).toBe('novembre')
  expect(timeIn('UTC', moment)).toBe('21 novembre 2026, 18:05 UTC')
})
