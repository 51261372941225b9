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

describe('the challenge form says', () => {
  it.each([
    ['Title and description are required', { title: ' ' }],
    ['Title and description are required', { description: '\u200b' }],
    ['Deadline is required', { deadline: '' }],
    ['Please provide a start date for auto-activation', { autoActivate: 'on', startDate: '' }],
    ['Start date must be before the deadline', { autoActivate: 'on', startDate: input.deadline }],
    ['Voting cannot start before the deadline', { votingOpensAt: '2026-06-08T11:59' }],
    ['Voting must end after it starts', { votingClosesAt: input.deadline }],
    ['The deadline of a challenge in voting cannot be in the future', { status: 'voting' }],
    ['Title must be at most 120 characters', { title: `x${' '.repeat(200)}` }],
    ['Description must be at most 5,000 characters', { description: `x${' '.repeat(6000)}` }],
    ['Requirements must be at most 5,000 characters', { requirements: ' '.repeat(6001) }],
    ['Please enter dates and times as year, month, day and time', { timeZone: 'x'.repeat(201) }],
  ])('%s', (error, change) => {
    expect(parseChallenge({ ...input, ...change }, now)).toEqual({ ok: false, error })
  })
})

describe('the status that is saved', () => {
  it.each([
    ['active', '2026-06-01T12:00', 'draft'],
    ['active', '2026-05-01T12:00', 'upcoming'],
    ['upcoming', '2026-06-01T12:01', 'draft'],
  ])('is %s with a start at %s, where %s was chosen', (status, startDate, chosen) => {
    const answer = parseChallenge({ ...input, status: chosen, autoActivate: 'on', startDate }, now)
    expect(answer).toMatchObject({ ok: true, form: { status, startDate: new Date(`${startDate}Z`) } })
  })

  it('is active at once where active was chosen, and has no start date then', () => {
    const fields = { ...input, status: 'active', autoActivate: 'on', startDate: '2026-06-02T12:00' }
    expect(parseChallenge(fields, now)).toMatchObject({
      ok: true,
      form: { status: 'active', startDate: null },
    })
  })

  it('is the chosen one without auto-activation, whose start date is not kept', () => {
    const fields = { ...input, status: 'completed', startDate: '2026-06-02T12:00' }
    expect(parseChallenge(fields, now)).toMatchObject({
      ok: true,
      form: { status: 'completed', startDate: null },
    })
  })
})

describe('a moment that reads as it did when the form was opened', () => {
  const deadline = new Date('2026-06-08T12:00:17.123Z')
  const filledWith = { startDate: null, deadline, votingOpensAt: null, votingClosesAt: null }
  const momentsOf = (change: Record<string, string>, shown = filledWith) => {
    const answer = parseChallenge({ ...input, ...change }, now, shown)
    if (!answer.ok) return answer.error
    return [answer.form.deadline, answer.form.votingOpensAt, answer.form.votingClosesAt]
  }

  it('is the one that it was, and so is another that is typed alike', () => {
    expect(momentsOf({})).toEqual([deadline, null, null])
    expect(momentsOf({ votingOpensAt: input.deadline })).toEqual([deadline, deadline, null])
    expect(momentsOf({ votingClosesAt: input.deadline })).toBe('Voting must end after it starts')
  })

  it('is a new one once it is typed otherwise, or read in another zone', () => {
    const later = '2026-06-08T12:01'
    expect(momentsOf({ deadline: later })).toEqual([new Date(`${later}Z`), null, null])
    const tokyo = { deadline: '2026-06-08T12:00', timeZone: 'Asia/Tokyo' }
    expect(momentsOf(tokyo)).toEqual([new Date('2026-06-08T03:00Z'), null, null])
  })

  it('stays apart from a deadline in the same minute', () => {
    const votingClosesAt = new Date('2026-06-08T12:00:50Z')
    const shown = { ...filledWith, votingClosesAt } as unknown as typeof filledWith
    expect(momentsOf({ votingClosesAt: input.deadline }, shown)).toEqual([deadline, null, votingClosesAt])
  })
})
