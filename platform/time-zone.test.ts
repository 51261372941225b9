import { expect, it } from 'vitest'
import { knownZone } from './time-zone.ts'

it('knows the zones of the IANA list, and nothing else', () => {
  expect(knownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
  expect(knownZone('UTC')).toBe('UTC')
  expect(knownZone('europe/berlin')).toBe('Europe/Berlin')
  for (const other of ['', 'Mars/Olympus', '+05:00', '../etc', 'x'.repeat(80), null, 7])
    expect(knownZone(other), String(other)).toBeUndefined()
})
