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
  savedAs: '',
  presetDeadline: '2026-11-27T18:30',
  presetType: 'weekly',
}
const change = (from: Partial<ChallengeValues>, to: Partial<ChallengeValues>) =>
  withChange({ ...values, ...from }, to, { now, textOf, deadlineBefore: '' })

describe('a choice in the challenge form', () => {
  it('daily sets the deadline to one day from now; other durations let it be', () => {
    expect(change({}, { type: 'daily' })).toMatchObject({ deadline: '2026-11-21T18:30', presetType: 'daily' })
    const typed = { deadline: '2026-12-24T18:00' }
    expect(change(typed, { type: 'daily' }).deadline).toBe('2026-11-21T18:30')
    expect(change(typed, { type: 'monthly' }).deadline).toBe(typed.deadline)
  })

  it('another duration after daily takes an untouched deadline back, and lets a typed one be', () => {
    const daily = change({}, { type: 'daily' })
    expect(change(daily, { type: 'weekly' }).deadline).toBe('2026-11-27T18:30')
    const before = { now, textOf, deadlineBefore: '2026-12-24T18:00' }
    expect(withChange(daily, { type: 'weekly' }, before).deadline).toBe('2026-12-24T18:00')
    const typed = { ...daily, deadline: '2026-11-22T09:00' }
    expect(withChange(typed, { type: 'weekly' }, before).deadline).toBe(typed.deadline)
  })

  it.each(['draft', 'active', 'completed', 'voting'])('%s turns auto-activation off', (status) => {
    const waiting = { status: 'upcoming', autoActivate: true, startDate: '2026-11-22T10:00' }
    expect(change(waiting, { status })).toMatchObject({ status, autoActivate: false, startDate: '' })
  })

  it('upcoming turns auto-activation on and keeps the start date', () => {
    const waiting = { status: 'upcoming', autoActivate: true, startDate: '2026-11-22T10:00' }
    expect(change(waiting, { status: 'upcoming' })).toMatchObject(waiting)
    expect(change({}, { status: 'upcoming' })).toMatchObject({ autoActivate: true, startDate: '' })
  })

  it('auto-activation sets a missing start date to today and keeps a chosen one', () => {
    expect(change({}, { autoActivate: true }).startDate).toBe('2026-11-20T18:30')
    const chosen = { startDate: '2026-11-22T10:00' }
    expect(change(chosen, { autoActivate: true })).toMatchObject(chosen)
  })

  it.each(['draft', 'active', 'completed'])('auto-activation makes a challenge that is %s wait', (status) => {
    expect(change({ status }, { autoActivate: true }).status).toBe('upcoming')
  })

  it('a typed start date turns auto-activation on', () => {
    const typed = { startDate: '2026-11-22T10:00' }
    expect(change({}, typed)).toMatchObject({ ...typed, autoActivate: true, status: 'upcoming' })
  })

  it('without auto-activation there is no start date', () => {
    const waiting = { autoActivate: true, startDate: '2026-11-22T10:00' }
    expect(change(waiting, { autoActivate: false }).startDate).toBe('')
  })

  it('forgets which status the server has told', () => {
    expect(change({ savedAs: 'active' }, { allowVoting: false }).savedAs).toBe('')
  })
})
