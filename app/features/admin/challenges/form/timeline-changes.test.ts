import { describe, expect, it } from 'vitest'
import { INITIAL_FIELDS } from '#domain/challenges/fields.ts'
import { openingOf } from '#domain/challenges/opening.ts'
import { type ChallengeValues, valuesOf } from './challenge-values.ts'
import { noteOf, withChange, withOpening } from './timeline-changes.ts'

const now = new Date('2026-11-20T18:30Z')
const textOf = (moment: Date) => moment.toISOString().slice(0, 16)
const values: ChallengeValues = {
  ...valuesOf(INITIAL_FIELDS),
  autoActivate: false,
  deadline: '2026-11-27T18:30',
  timeZone: 'UTC',
  version: '',
  key: '',
  savedAs: '',
  presetDeadline: '2026-11-27T18:30',
  presetType: 'weekly',
}
const change = (from: Partial<ChallengeValues>, to: Partial<ChallengeValues>) =>
  withChange({ ...values, ...from }, to, { now, textOf, deadlineBefore: '' })

describe('a choice in the challenge form', () => {
  it.each([
    ['draft', { status: 'draft', autoActivate: false, startDate: '' }],
    ['announced', { status: 'upcoming', autoActivate: false, startDate: '' }],
    ['scheduled', { status: 'upcoming', autoActivate: true, startDate: '2026-11-21T19:00' }],
    ['open', { status: 'active', autoActivate: false, startDate: '' }],
  ] as const)('of the opening sets its three fields: %s', (choice, fields) => {
    for (const from of [{}, { status: 'active' }, { status: 'upcoming' }]) {
      const chosen = withOpening({ ...values, ...from }, choice, { now, textOf, deadlineBefore: '' })
      expect(chosen).toMatchObject(fields)
      expect(openingOf(chosen)).toBe(choice)
    }
    const typed = { ...values, autoActivate: true, startDate: '2026-11-25T10:00' }
    expect(withOpening(typed, 'scheduled', { now, textOf, deadlineBefore: '' })).toMatchObject({
      startDate: '2026-11-25T10:00',
    })
  })

  it('daily sets the deadline to one day from now; other durations keep it', () => {
    expect(change({}, { type: 'daily' })).toMatchObject({ deadline: '2026-11-21T19:00', presetType: 'daily' })
    const typed = { deadline: '2026-12-24T18:00' }
    expect(change(typed, { type: 'daily' }).deadline).toBe('2026-11-21T19:00')
    expect(change(typed, { type: 'monthly' }).deadline).toBe(typed.deadline)
  })

  it('another duration after daily restores an unchanged deadline, and keeps a typed one', () => {
    const daily = change({}, { type: 'daily' })
    expect(change(daily, { type: 'weekly' }).deadline).toBe('2026-11-27T19:00')
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

  it('clears the status that the server announced', () => {
    expect(change({ savedAs: 'active' }, { allowVoting: false }).savedAs).toBe('')
  })
})

describe('a choice that changes other fields', () => {
  const startDate = '2026-11-22T10:00'
  const noteAfter = (from: Partial<ChallengeValues>, choice: Partial<ChallengeValues>) =>
    noteOf({ ...values, ...from }, change(from, choice), choice)

  it.each([
    [
      { status: 'active' },
      { startDate },
      'This also changed the status from Active to Upcoming and automatic activation to on.',
    ],
    [
      { status: 'draft' },
      { autoActivate: true },
      'This also changed the status from Draft to Upcoming and the start date to now.',
    ],
    [
      { status: 'upcoming', autoActivate: true, startDate },
      { status: 'active' },
      'This also changed automatic activation to off and the start date to none.',
    ],
    [
      { status: 'upcoming', autoActivate: true, startDate },
      { autoActivate: false },
      'This also changed the start date to none.',
    ],
  ])('is announced: %o, then %o', (from, choice, note) => {
    expect(noteAfter(from, choice)).toBe(note)
  })

  it('announces nothing if no other field changes', () => {
    expect(noteAfter({}, { status: 'active' })).toBeNull()
    expect(noteAfter({}, { title: 'Night market' })).toBeNull()
  })
})
