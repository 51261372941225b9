import { afterEach, describe, expect, it } from 'vitest'
import { instantIn } from '#platform/zoned-time.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { browserZone, inBrowserZone, localText, momentOf } from './local-time.ts'

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ ?? 'UTC'
})

describe('wall-clock texts', () => {
  it('are parsed to a moment and formatted back', () => {
    const moment = momentOf('2026-11-20T18:30', 'UTC')
    expect(moment).toEqual(new Date('2026-11-20T18:30Z'))
    expect(momentOf(localText(moment as Date), browserZone())).toEqual(moment)
  })

  it.each(['2027-01-01T00:00+05:00', '2027-01-01T00:00[Europe/Berlin]', '2027-01-01T00:00Z'])(
    'are refused with an offset or a zone: %s',
    (text) => expect(instantIn(text, 'UTC')).toBeNull(),
  )

  it('are refused while they are incomplete', () => {
    expect(momentOf('', 'UTC')).toBeNull()
    expect(momentOf('2026-', 'UTC')).toBeNull()
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T02:30'],
    ['Europe/Berlin', '2026-10-25T02:30'],
    ['Europe/Berlin', '2026-10-25T03:00'],
    ['America/New_York', '2026-03-08T02:00'],
    ['America/New_York', '2026-11-01T01:59'],
    ['Australia/Lord_Howe', '2026-10-04T02:15'],
    ['Africa/Cairo', '2026-04-24T00:30'],
  ])('are parsed alike by browser and server on days of clock changes: %s, %s', (zone, text) => {
    process.env.TZ = zone
    expect(browserZone()).toBe(zone)
    const moment = momentOf(text, zone)
    expect(moment).toEqual(instantIn(text, zone))
    const shown = localText(moment as Date)
    expect(instantIn(shown, zone)).toEqual(moment)
  })

  it("are converted once from UTC to this browser's zone", () => {
    const written = { deadline: '2026-11-20T18:30', startDate: '', votingOpensAt: '', votingClosesAt: '' }
    const moved = inBrowserZone({ ...written, timeZone: 'UTC' } as ChallengeValues)
    expect(momentOf(moved.deadline, moved.timeZone)).toEqual(new Date('2026-11-20T18:30Z'))
    expect(moved.startDate).toBe('')
    const elsewhere = { ...written, timeZone: 'Asia/Tokyo' } as ChallengeValues
    expect(inBrowserZone(elsewhere)).toBe(elsewhere)
  })

  it.each([
    ['Asia/Kolkata', '2026-11-20T18:00', '2026-11-21T00:00'],
    ['Asia/Kathmandu', '2026-11-20T18:00', '2026-11-21T00:00'],
    ['Europe/Berlin', '2026-11-20T18:00', '2026-11-20T19:00'],
  ])(
    'have the deadline that the form filled in at a full hour in %s, and no other (ADM-22)',
    (zone, utc, local) => {
      process.env.TZ = zone
      const typed = { startDate: '', votingOpensAt: '2026-11-25T18:15', votingClosesAt: '' }
      const values = { ...typed, deadline: utc, presetDeadline: utc, timeZone: 'UTC' } as ChallengeValues
      const moved = inBrowserZone(values)
      expect(moved).toMatchObject({ deadline: local, presetDeadline: local })
      expect(momentOf(moved.votingOpensAt, zone)).toEqual(new Date('2026-11-25T18:15Z'))
    },
  )
})
