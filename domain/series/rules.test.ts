import { beforeEach, describe, expect, it } from 'vitest'
import {
  comingDates,
  datesAhead,
  nextDate,
  nextStart,
  type Plan,
  plannedBetween,
  plannedDate,
} from './dates.server.ts'
import { datesFrom, type Rhythm, rhythmText } from './rules.ts'

const weekly: Rhythm = { weekdays: [1], everyWeeks: 1, monthDay: null, firstOn: '2027-03-01' }

function first(count: number, rhythm: Partial<Rhythm>, from = '2000-01-01'): string[] {
  const dates: string[] = []
  for (const date of datesFrom({ ...weekly, ...rhythm }, from)) if (dates.push(date) === count) break
  return dates
}

describe('the dates of a rhythm (SER-1)', () => {
  it('are the chosen days of each week, from the first date or later', () => {
    expect(first(3, {})).toEqual(['2027-03-01', '2027-03-08', '2027-03-15'])
    expect(first(2, {}, '2027-03-09')).toEqual(['2027-03-15', '2027-03-22'])
    expect(first(4, { weekdays: [3, 7] })).toEqual(['2027-03-03', '2027-03-07', '2027-03-10', '2027-03-14'])
  })

  it('are in each second week, counted from the week of the first date, whatever is asked for', () => {
    const rhythm = { everyWeeks: 2, firstOn: '2027-03-04', weekdays: [1, 5] }
    expect(first(4, rhythm)).toEqual(['2027-03-05', '2027-03-15', '2027-03-19', '2027-03-29'])
    expect(first(2, rhythm, '2027-03-08')).toEqual(['2027-03-15', '2027-03-19'])
  })

  it('are the day of each month, or its last one', () => {
    const rhythm = { everyWeeks: null, weekdays: [], monthDay: 31, firstOn: '2027-12-31' }
    expect(first(4, rhythm)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'])
  })

  it('end with the century, and are none without a day', () => {
    expect(first(9, { firstOn: '2099-12-28' })).toEqual(['2099-12-28'])
    expect(first(9, { weekdays: [] })).toEqual([])
  })

  it('are said in words', () => {
    const clock = { startsAt: '09:00', timeZone: 'America/New_York' }
    expect(rhythmText({ ...weekly, ...clock })).toBe('Every Monday at 09:00, America/New York')
    expect(rhythmText({ ...weekly, weekdays: [1, 4], everyWeeks: 2, ...clock })).toBe(
      'Every 2 weeks on Monday and Thursday at 09:00, America/New York',
    )
    expect(rhythmText({ ...weekly, everyWeeks: null, monthDay: 31, ...clock })).toBe(
      'Monthly on day 31 at 09:00, America/New York',
    )
  })
})

const plan: Plan = {
  ...weekly,
  startsAt: '09:00',
  timeZone: 'Europe/Berlin',
  entryDays: 6,
  entryHours: 0,
  votingDays: 2,
  aheadDays: 7,
}

describe('the moments of a date (SER-2)', () => {
  it.each([
    // The clocks change on Sunday 28 March and 31 October 2027.
    ['Europe/Berlin', '2027-03-22', '09:00', '2027-03-22T08:00', '2027-03-28T07:00', '2027-03-30T07:00'],
    ['Europe/Berlin', '2027-03-29', '02:30', '2027-03-29T00:30', '2027-04-04T00:30', '2027-04-06T00:30'],
    ['Europe/Berlin', '2027-10-25', '02:30', '2027-10-25T00:30', '2027-10-31T00:30', '2027-11-02T01:30'],
    ['Europe/Berlin', '2027-11-01', '02:30', '2027-11-01T01:30', '2027-11-07T01:30', '2027-11-09T01:30'],
    // On Sunday 14 March and 7 November 2027.
    ['America/New_York', '2027-03-08', '02:30', '2027-03-08T07:30', '2027-03-14T07:30', '2027-03-16T06:30'],
    ['America/New_York', '2027-11-01', '02:30', '2027-11-01T06:30', '2027-11-07T07:30', '2027-11-09T07:30'],
    ['America/New_York', '2027-11-08', '02:30', '2027-11-08T07:30', '2027-11-14T07:30', '2027-11-16T07:30'],
  ])('are the same time of day in %s from %s at %s', (timeZone, heldOn, startsAt, ...moments) => {
    const date = plannedDate({ ...plan, timeZone, startsAt }, heldOn)
    expect(
      [date?.start, date?.deadline, date?.votingClosesAt].map((at) => at?.toISOString().slice(0, 16)),
    ).toEqual(moments)
  })

  it('are made so many days of the calendar before', () => {
    expect(plannedDate(plan, '2027-03-29')?.makeAt).toEqual(new Date('2027-03-22T08:00Z'))
  })

  it('begin later where the clock skips the time, and once where it repeats it', () => {
    const sunday = { ...plan, weekdays: [7], startsAt: '02:30' }
    expect(plannedDate(sunday, '2027-03-28')?.start).toEqual(new Date('2027-03-28T01:30Z'))
    expect(plannedDate(sunday, '2027-10-31')?.start).toEqual(new Date('2027-10-31T00:30Z'))
  })

  it('count hours as they pass', () => {
    const hours = { ...plan, entryDays: 0, entryHours: 24, startsAt: '12:00' }
    expect(plannedDate(hours, '2027-03-27')?.deadline).toEqual(new Date('2027-03-28T11:00Z'))
  })
})

describe('the next date', () => {
  const start = new Date('2027-03-08T08:00Z')

  it.each([
    [-1, '2027-03-08'],
    [0, '2027-03-15'],
    [1, '2027-03-15'],
  ])('at its start %d ms is the one that starts later', (offset, heldOn) => {
    expect(nextDate(plan, new Set(), new Date(start.getTime() + offset))?.heldOn).toBe(heldOn)
  })

  it('is not one that is done', () => {
    const done = new Set(['2027-03-01', '2027-03-08'])
    expect(nextDate(plan, done, new Date('2027-02-01'))?.heldOn).toBe('2027-03-15')
  })
})

it('gives the planned dates the prompts of the queue, in their order', () => {
  const prompts = ['One', 'Two'].map((title) => ({ id: title, title, brief: title }))
  const challenge = { id: 'made', title: 'Zero', startDate: null }
  const dates = [
    // It was moved by a day.
    { heldOn: '2027-03-01', isSkipped: false, challenge: { ...challenge, startDate: '2027-03-02T08:00Z' } },
    { heldOn: '2027-03-15', isSkipped: true, challenge: null },
    // Made in an earlier rhythm.
    { heldOn: '2027-03-10', isSkipped: false, challenge },
    { heldOn: '2027-02-01', isSkipped: false, challenge },
  ]
  const ahead = datesAhead({ ...plan, prompts, dates }, new Date('2027-02-20'), 5)
  expect(ahead.map(({ heldOn, state, prompt }) => [heldOn, state, prompt?.title])).toEqual([
    ['2027-03-01', 'made', undefined],
    ['2027-03-08', 'planned', 'One'],
    ['2027-03-10', 'made', undefined],
    ['2027-03-15', 'skipped', undefined],
    ['2027-03-22', 'planned', 'Two'],
    ['2027-03-29', 'planned', undefined],
  ])
  expect(ahead[0]?.start).toEqual(new Date('2027-03-02T08:00Z'))
})

const prompts = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, brief: title }))
const made = (heldOn: string, startDate: string | null) => ({
  heldOn,
  isSkipped: false,
  challenge: { id: heldOn, title: heldOn, startDate },
})
const skipped = (heldOn: string) => ({ heldOn, isSkipped: true, challenge: null })

describe('the planned dates of a month', () => {
  const april = { from: new Date('2027-03-31T22:00Z'), until: new Date('2027-04-30T22:00Z') }
  const titles = (now: string, dates: Parameters<typeof datesAhead>[0]['dates'] = []) =>
    plannedBetween({ ...plan, prompts, dates }, new Date(now), april).map(({ heldOn, prompt }) => [
      heldOn,
      prompt?.title,
    ])

  it('have the prompts that those before it leave', () => {
    const dates = [made('2027-03-15', null), skipped('2027-03-22'), skipped('2027-04-12')]
    expect(titles('2027-03-08T07:59Z', dates)).toEqual([
      ['2027-04-05', 'Three'],
      ['2027-04-19', undefined],
      ['2027-04-26', undefined],
    ])
    expect(titles('2027-03-08T08:00Z', dates)[0]).toEqual(['2027-04-05', 'Two'])
    expect(titles('2027-01-01')[0]).toEqual(['2027-04-05', undefined])
  })

  it('are those to come', () => {
    expect(titles('2027-04-19T08:00Z')).toEqual([['2027-04-26', 'One']])
    expect(titles('2027-05-19')).toEqual([])
  })

  it('are those of a daily series many years ahead', () => {
    const daily = { ...plan, weekdays: [1, 2, 3, 4, 5, 6, 7], prompts, dates: [] }
    const month = { from: new Date('2040-05-01'), until: new Date('2040-06-01') }
    const planned = plannedBetween(daily, new Date('2027-03-01'), month)
    expect(planned).toHaveLength(31)
    expect(planned[0]?.start).toEqual(new Date('2040-05-01T07:00Z'))
  })
})

describe('the next start', () => {
  const next = (dates: Parameters<typeof datesAhead>[0]['dates']) =>
    nextStart({ ...plan, prompts, dates }, new Date('2027-02-20'))
      ?.toISOString()
      .slice(0, 16)

  it.each([
    ['of the first date', [], '2027-03-01T08:00'],
    ['after skipped ones', ['2027-03-01', '2027-03-08'].map(skipped), '2027-03-15T08:00'],
    ['of a challenge', [made('2027-03-01', null)], '2027-03-01T08:00'],
    ['of one that was moved', [made('2027-03-01', '2027-02-27T08:00Z')], '2027-02-27T08:00'],
    ['before one that was moved', [made('2027-03-01', '2027-03-09T08:00Z')], '2027-03-08T08:00'],
    ['after one that is open', [made('2027-03-01', '2027-02-19T08:00Z')], '2027-03-08T08:00'],
    ['after one that is deleted', [{ ...skipped('2027-03-01'), isSkipped: false }], '2027-03-08T08:00'],
  ])('is that %s', (_, dates, start) => {
    expect(next(dates)).toBe(start)
  })

  it('is none of a series without dates', () => {
    expect(nextStart({ ...plan, weekdays: [], prompts, dates: [] }, new Date('2027-02-20'))).toBeNull()
  })
})

describe('the time of day in a zone is asked', () => {
  const now = new Date('2027-03-01')
  let asked = 0
  const daily = {
    ...plan,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    prompts,
    dates: [],
    get startsAt() {
      asked++
      return plan.startsAt
    },
  }
  beforeEach(() => {
    asked = 0
  })

  it('once for each coming date', () => {
    const coming = comingDates(daily, now)
    for (let count = 0; count < 5; count++) coming.next()
    expect(asked).toBe(5)
  })

  it('once for the next start', () => {
    nextStart(daily, now)
    expect(asked).toBe(1)
  })

  it('for no more dates than a month has, however far it is', () => {
    plannedBetween(daily, now, { from: new Date('2040-05-01'), until: new Date('2040-06-01') })
    expect(asked).toBeLessThan(35)
  })
})
