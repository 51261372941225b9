import { expect, it } from 'vitest'
import { knownZone, timeIn } from './time-zone.ts'

it('knows the zones of the IANA list, and nothing else', () => {
  expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(knownZone('UTC')).toBe('UTC')
  expect(knownZone('europe/berlin')).toBe('Europe/Berlin')
  for (const other of ['', 'Mars/Olympus', '+05:00', '../etc', 'x'.repeat(80), null, 7])
    expect(knownZone(other), String(other)).toBeUndefined()
})

it('words a time with both forms of the clock and the zone', () => {
  const moment = new Date('2026-11-24T11:05:00Z')
  expect(timeIn('UTC', moment)).toBe('November 24, 2026 at 11:05 AM (11:05) UTC')
  expect(timeIn('Asia/Tokyo', moment)).toBe('November 24, 2026 at 8:05 PM (20:05) GMT+9')
  expect(timeIn('America/New_York', new Date('2026-07-01T04:00:00Z'))).toBe(
    'July 1, 2026 at 12:00 AM (00:00) EDT',
  )
})
