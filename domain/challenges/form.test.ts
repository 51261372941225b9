import { describe, expect, it } from 'vitest'
import { parseChallenge } from './form.server.ts'

const now = new Date('2026-06-01T12:00Z')
const typed = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  kind: 'image',
  type: 'weekly',
  status: 'draft',
  deadline: '2026-06-08T12:00',
}

describe('the challenge form says', () => {
  it.each([
    ['Title and description are required', { title: ' ' }],
    ['Title and description are required', { description: '\u200b' }],
    ['Deadline is required', { deadline: '' }],
    ['Please provide a start date for auto-activation', { autoActivate: 'on', startDate: '' }],
    ['Start date must be before the deadline', { autoActivate: 'on', startDate: typed.deadline }],
    ['Voting cannot start before the deadline', { votingOpensAt: '2026-06-08T11:59' }],
    ['Voting must end after it starts', { votingClosesAt: typed.deadline }],
  ])('%s', (error, change) => {
    expect(parseChallenge({ ...typed, ...change }, now)).toEqual({ ok: false, error })
  })
})

describe('the status that is saved', () => {
  it.each([
    ['active', '2026-06-01T12:00', 'draft'],
    ['active', '2026-05-01T12:00', 'upcoming'],
    ['upcoming', '2026-06-01T12:01', 'draft'],
  ])('is %s with a start at %s, where %s was chosen', (status, startDate, chosen) => {
    const answer = parseChallenge({ ...typed, status: chosen, autoActivate: 'on', startDate }, now)
    expect(answer).toMatchObject({ ok: true, form: { status, startDate: new Date(`${startDate}Z`) } })
  })

  it('is active at once where active was chosen, and has no start date then', () => {
    const fields = { ...typed, status: 'active', autoActivate: 'on', startDate: '2026-06-02T12:00' }
    expect(parseChallenge(fields, now)).toMatchObject({
      ok: true,
      form: { status: 'active', startDate: null },
    })
  })

  it('is the chosen one without auto-activation, whose start date is not kept', () => {
    const fields = { ...typed, status: 'completed', startDate: '2026-06-02T12:00' }
    expect(parseChallenge(fields, now)).toMatchObject({
      ok: true,
      form: { status: 'completed', startDate: null },
    })
  })
})
