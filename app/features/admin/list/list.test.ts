import { describe, expect, it } from 'vitest'
import { dayIn, startOf, zoneIn } from './list.server.ts'

function named(params: Record<string, string>): URLSearchParams {
  return new URLSearchParams(params)
}

describe('startOf', () => {
  const night = new Date('2026-11-21T02:00:00Z')

  it('uses the day of the time zone', () => {
    expect(startOf('today', night, 'UTC')).toEqual(new Date('2026-11-21T00:00Z'))
    expect(startOf('today', night, 'America/New_York')).toEqual(new Date('2026-11-20T05:00Z'))
  })

  it('starts weeks on Sunday and months on the first', () => {
    expect(startOf('week', night, 'UTC')).toEqual(new Date('2026-11-15T00:00Z'))
    expect(startOf('week', new Date('2026-11-22T12:00Z'), 'UTC')).toEqual(new Date('2026-11-22T00:00Z'))
    expect(startOf('month', night, 'Asia/Tokyo')).toEqual(new Date('2026-10-31T15:00Z'))
  })

  it('handles daylight saving changes', () => {
    const after = new Date('2026-03-29T12:00Z')
    expect(startOf('today', after, 'Europe/Berlin')).toEqual(new Date('2026-03-28T23:00Z'))
    expect(startOf('week', new Date('2026-03-31T12:00Z'), 'Europe/Berlin')).toEqual(
      new Date('2026-03-28T23:00Z'),
    )
    // Midnight itself was skipped there.
    expect(startOf('today', new Date('2024-04-26T12:00Z'), 'Africa/Cairo')).toEqual(
      new Date('2024-04-25T22:00Z'),
    )
  })
})

describe('dayIn', () => {
  it('is the start of the day, or of a later day', () => {
    const params = named({ from: '2026-03-29' })
    expect(dayIn(params, 'from', 'Europe/Berlin')).toEqual(new Date('2026-03-28T23:00Z'))
    expect(dayIn(params, 'from', 'Europe/Berlin', 1)).toEqual(new Date('2026-03-29T22:00Z'))
  })

  it.each(['', 'today', '2026-02-30', '2026-13-01', '9999-01-01', '+275760-09-13', '2026-11-20T10:00'])(
    'is none for %j',
    (from) => {
      expect(dayIn(named({ from }), 'from', 'UTC')).toBeNull()
    },
  )
})

describe('zoneIn', () => {
  it('accepts valid time zones, otherwise UTC', () => {
    expect(zoneIn(named({ zone: 'Asia/Tokyo' }))).toBe('Asia/Tokyo')
    expect(zoneIn(named({}))).toBe('UTC')
    expect(zoneIn(named({ zone: 'Mars/Olympus' }))).toBe('UTC')
    expect(zoneIn(named({ zone: 'x'.repeat(10_000) }))).toBe('UTC')
  })
})
