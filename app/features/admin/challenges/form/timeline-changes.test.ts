import { describe, expect, it } from 'vitest'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'
import { withChange } from './timeline-changes.ts'

const now = new Date('2026-11-20T18:30Z')
const textOf = (moment: Date) => moment.toISOString().slice(0, 16)
const values: ChallengeValues = {
  ...valuesOf(INITIAL_FIELDS),
  autoActivate: false,
  deadline: '2026-11-27T18:30',
  timeZone: 'UTC',
  version: '',
}
const change = (from: Partial<ChallengeValues>, to: Partial<ChallengeValues>) =>
  withChange({ ...values, ...from }, to, now, textOf)

describe('a choice in the challenge form', () => {
  it('daily sets the deadline to one day from now; other durations let it be', () => {
    expect(change({}, { type: 'daily' }).deadline).toBe('2026-11-21T18:30')
    expect(change({}, { type: 'monthly' }).deadline).toBe(values.deadline)
  })

  it('active clears the start date and auto-activation', () => {
    const waiting = { autoActivate: true, startDate: '2026-11-22T10:00' }
    expect(change(waiting, { status: 'active' })).toMatchObject({ autoActivate: false, startDate: '' })
    expect(change(waiting, { status: 'upcoming' })).toMatchObject(waiting)
  })

  it('auto-activation sets a missing start date to today and keeps a chosen one', () => {
    expect(change({}, { autoActivate: true }).startDate).toBe('2026-11-20T18:30')
    const chosen = { startDate: '2026-11-22T10:00' }
    expect(change(chosen, { autoActivate: true })).toMatchObject(chosen)
  })

  it('auto-activation makes an active challenge wait', () => {
    expect(change({ status: 'active' }, { autoActivate: true }).status).toBe('upcoming')
  })

  it('without auto-activation there is no start date', () => {
    const waiting = { autoActivate: true, startDate: '2026-11-22T10:00' }
    expect(change(waiting, { autoActivate: false }).startDate).toBe('')
  })
})
