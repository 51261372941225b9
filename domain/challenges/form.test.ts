import { describe, expect, it } from 'vitest'
import { initialChoices } from '#test/builders.ts'
import { parseChallenge } from './form.server.ts'

const now = new Date('2026-06-01T12:00Z')
const input = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  ...initialChoices,
  deadline: '2026-06-08T12:00',
}

describe('the challenge form reports', () => {
  it.each([
    ['title', 'Title is required', { title: ' ' }],
    ['description', 'Description is required', { description: '\u200b' }],
    ['deadline', 'Deadline is required', { deadline: '' }],
    ['deadline', 'Deadline must be in the future', { status: 'active', deadline: '2026-06-01T12:00' }],
    ['startDate', 'Please provide a start date for auto-activation', { autoActivate: 'on', startDate: '' }],
    [
      'startDate',
      'Start date must be before the deadline',
      { autoActivate: 'on', startDate: input.deadline, savedAs: 'upcoming' },
    ],
    [
      'startDate',
      'A start date needs auto-activation: tick “Activate automatically at the start date”, or clear the start date',
      { status: 'upcoming', startDate: '2026-06-02T12:00' },
    ],
    [
      'startDate',
      'An active challenge starts at once: choose Upcoming, or clear the start date',
      { status: 'active', startDate: '2026-06-02T12:00', autoActivate: 'on' },
    ],
    ['votingOpensAt', 'Voting cannot start before the deadline', { votingOpensAt: '2026-06-08T11:59' }],
    ['votingClosesAt', 'Voting must end after it starts', { votingClosesAt: input.deadline }],
    ['deadline', 'The deadline of a challenge in voting cannot be in the future', { status: 'voting' }],
    ['title', 'Title must be at most 120 characters', { title: `x${' '.repeat(200)}` }],
    ['description', 'Description must be at most 5,000 characters', { description: `x${' '.repeat(6000)}` }],
    ['requirements', 'Requirements must be at most 5,000 characters', { requirements: ' '.repeat(6001) }],
    ['votingOpensAt', 'Please enter dates and times as year, month, day and time', { votingOpensAt: 'soon' }],
    ['kind', 'Please choose one of the kinds offered', { kind: 'dance' }],
  ])('for %s: %s', (field, error, change) => {
    expect(parseChallenge({ ...input, ...change }, now)).toEqual({
      ok: false,
      errors: { [field]: expect.stringContaining(error) },
      message: null,
      shows: {},
    })
  })

  it.each([
    ['Please enter dates and times as year, month, day and time', { timeZone: 'x'.repeat(201) }],
    ['This form has a field that is not known', { winner_id: 'me' }],
  ])('without a field: %s', (message, change) => {
    expect(parseChallenge({ ...input, ...change }, now)).toEqual({ ok: false, errors: {}, message })
  })

  it('all errors at once', () => {
    const wrong = {
      title: '',
      requirements: 'x'.repeat(7000),
      kind: 'dance',
      status: 'upcoming',
      deadline: '2026-05-01T12:00',
      votingOpensAt: '2026-04-30T12:00',
      votingClosesAt: 'soon',
    }
    expect(parseChallenge({ ...input, ...wrong }, now)).toMatchObject({
      ok: false,
      errors: {
        title: 'Title is required',
        requirements: 'Requirements must be at most 5,000 characters',
        kind: 'Please choose one of the kinds offered',
        deadline: 'Deadline must be in the future for a challenge that is open or upcoming',
        votingOpensAt: 'Voting cannot start before the deadline',
        votingClosesAt: 'Please enter dates and times as year, month, day and time',
      },
    })
  })

  it('no error for a passed deadline that an open challenge keeps', () => {
    const passed = { status: 'active', deadline: '2026-05-01T12:00' } as const
    const before = { startDate: null, votingOpensAt: null, votingClosesAt: null }
    const filledWith = { ...before, status: passed.status, deadline: new Date(`${passed.deadline}Z`) }
    expect(parseChallenge({ ...input, ...passed }, now, filledWith)).toMatchObject({ ok: true })
    const moved = parseChallenge({ ...input, ...passed, deadline: '2026-05-02T12:00' }, now, filledWith)
    expect(moved).toMatchObject({ errors: { deadline: expect.any(String) } })
  })
})

it('counts characters, not UTF-16 units', () => {
  expect(parseChallenge({ ...input, title: '🥷'.repeat(120) }, now)).toMatchObject({ ok: true })
  expect(parseChallenge({ ...input, title: '🥷'.repeat(121) }, now)).toMatchObject({ ok: false })
})

describe('the status that is saved', () => {
  const saved = (change: Record<string, string>) => parseChallenge({ ...input, ...change }, now)

  it.each([
    [
      'active',
      '2026-06-01T12:00',
      'draft',
      'Will be saved as Active, not as Draft: the start date has come.',
    ],
    ['active', '2026-05-01T12:00', 'upcoming', 'Will be saved as Active, not as Upcoming: the start'],
    [
      'upcoming',
      '2026-06-01T12:01',
      'draft',
      'Will be saved as Upcoming, not as Draft: it waits for its start',
    ],
    ['upcoming', '2026-06-01T12:01', 'completed', 'Will be saved as Upcoming, not as Completed: it waits'],
  ] as const)(
    'is %s with a start at %s if %s was chosen, after the form has announced it',
    (status, startDate, chosen, text) => {
      const fields = { status: chosen, autoActivate: 'on', startDate }
      const message = expect.stringContaining(text)
      const told = { ok: false, errors: {}, message, shows: { savedAs: status } }
      expect(saved(fields)).toEqual(told)
      expect(saved({ ...fields, savedAs: chosen })).toEqual(told)
      expect(saved({ ...fields, savedAs: status })).toMatchObject({
        ok: true,
        form: { status, startDate: new Date(`${startDate}Z`) },
      })
    },
  )

  it('is upcoming without a start, which is to be announced', () => {
    expect(parseChallenge({ ...input, status: 'upcoming' }, now)).toMatchObject({
      ok: true,
      form: { status: 'upcoming', startDate: null },
    })
  })

  it('is upcoming if upcoming was chosen with a later start', () => {
    const fields = { status: 'upcoming', autoActivate: 'on', startDate: '2026-06-02T12:00' }
    expect(saved(fields)).toMatchObject({ ok: true, form: { status: 'upcoming' } })
  })

  it.each(['draft', 'active', 'completed'])('is %s if it was chosen without a start date', (status) => {
    expect(saved({ status })).toMatchObject({ ok: true, form: { status, startDate: null } })
  })
})

describe('a deadline that the form filled in for another duration', () => {
  it.each([
    ['daily', 'weekly', '2026-06-02T12:00', 'one day'],
    ['monthly', 'daily', '2026-06-08T12:00', '7 days'],
  ])(
    'is moved for a %s challenge if it is unchanged since the form filled it in for %s',
    (type, presetType, deadline, days) => {
      const untouched = { ...input, type, presetType, presetDeadline: input.deadline }
      expect(parseChallenge(untouched, now)).toEqual({
        ok: false,
        errors: { deadline: expect.stringContaining(`The deadline was moved to ${days} from now`) },
        message: null,
        shows: { deadline: new Date(`${deadline}Z`) },
      })
      for (const change of [{ deadline: '2026-06-07T12:00' }, { presetType: type }])
        expect(parseChallenge({ ...untouched, ...change }, now)).toMatchObject({ ok: true })
    },
  )
})

describe('a moment whose text equals the one that the form was opened with', () => {
  const deadline = new Date('2026-06-08T12:00:17.123Z')
  const filledWith = { startDate: null, deadline, votingOpensAt: null, votingClosesAt: null }
  const momentsOf = (change: Record<string, string>, shown = filledWith) => {
    const answer = parseChallenge({ ...input, ...change }, now, shown)
    if (!answer.ok) return answer.errors
    return [answer.form.deadline, answer.form.votingOpensAt, answer.form.votingClosesAt]
  }

  it('keeps its seconds, and gives them to another field with the same text', () => {
    expect(momentsOf({})).toEqual([deadline, null, null])
    expect(momentsOf({ votingOpensAt: input.deadline })).toEqual([deadline, deadline, null])
    expect(momentsOf({ votingClosesAt: input.deadline })).toEqual({
      votingClosesAt: 'Voting must end after it starts',
    })
  })

  it('is parsed again if its text or the time zone changes', () => {
    const later = '2026-06-08T12:01'
    expect(momentsOf({ deadline: later })).toEqual([new Date(`${later}Z`), null, null])
    const tokyo = { deadline: '2026-06-08T12:00', timeZone: 'Asia/Tokyo' }
    expect(momentsOf(tokyo)).toEqual([new Date('2026-06-08T03:00Z'), null, null])
  })

  it('remains different from a deadline in the same minute', () => {
    const votingClosesAt = new Date('2026-06-08T12:00:50Z')
    const shown = { ...filledWith, votingClosesAt } as unknown as typeof filledWith
    expect(momentsOf({ votingClosesAt: input.deadline }, shown)).toEqual([deadline, null, votingClosesAt])
  })
})
