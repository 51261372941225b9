import { describe, expect, it } from 'vitest'
import type { ChallengeValues } from './challenge-values.ts'
import { browserZone, inBrowserZone, localText, momentOf } from './local-time.ts'

describe('wall-clock texts', () => {
  it('name a moment and come back from it', () => {
    const moment = momentOf('2026-11-20T18:30', 'UTC')
    expect(moment).toEqual(new Date('2026-11-20T18:30Z'))
    expect(momentOf(localText(moment as Date), browserZone())).toEqual(moment)
  })

  it('name none while they are not whole', () => {
    expect(momentOf('', 'UTC')).toBeNull()
    expect(momentOf('2026-', 'UTC')).toBeNull()
  })

  it("move from UTC to this browser's zone, and no further", () => {
    const written = { deadline: '2026-11-20T18:30', startDate: '', votingOpensAt: '', votingClosesAt: '' }
    const moved = inBrowserZone({ ...written, timeZone: 'UTC' } as ChallengeValues)
    expect(momentOf(moved.deadline, moved.timeZone)).toEqual(new Date('2026-11-20T18:30Z'))
    expect(moved.startDate).toBe('')
    const elsewhere = { ...written, timeZone: 'Asia/Tokyo' } as ChallengeValues
    expect(inBrowserZone(elsewhere)).toBe(elsewhere)
  })
})
