import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHALLENGE_FIELDS, type FieldsWith, fieldsWith } from './fields.ts'
import { parseChallenge } from './form.server.ts'
import { timelineErrors } from './timeline.ts'

const now = new Date('2026-03-29T00:30Z')
const some = <Choice>(...choices: Choice[]) => fc.constantFrom(...choices)
const anything = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 200 }))
const moment = fc.oneof(
  some(
    '',
    '2026-03-29T02:30',
    '2026-10-25T02:30',
    '2026-06-01T12:00',
    '0000-01-01T00:00',
    '2026-02-30T10:00',
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 16)),
)
const optionalMoment = fc.oneof({ weight: 3, arbitrary: some('') }, moment)
const zone = some(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Mars/Olympus',
  '',
)
const box = some('on', undefined)

const choices = Object.fromEntries(
  fieldsWith('choice').map((name) => [name, some<string>(...CHALLENGE_FIELDS[name].choices)]),
) as Record<FieldsWith<'choice'>, fc.Arbitrary<string>>

const likely = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 130 }),
    description: fc.string({ minLength: 1, maxLength: 40 }),
    requirements: fc.string({ maxLength: 40 }),
    ...choices,
    autoActivate: box,
    savedAs: some('', 'active', 'upcoming'),
    presetDeadline: moment,
    presetType: some('', 'daily', 'weekly'),
    startDate: optionalMoment,
    deadline: moment,
    votingOpensAt: optionalMoment,
    votingClosesAt: optionalMoment,
    timeZone: zone,
    showSubmissions: box,
    showVotes: box,
    allowVoting: box,
    allowComments: box,
  },
  { requiredKeys: ['title', 'deadline', ...fieldsWith('choice')] },
)

function parsed(fields: Record<string, unknown>) {
  const answer = parseChallenge(fields, now)
  if (!answer.ok) {
    const messages = [...Object.values(answer.errors), ...(answer.message ? [answer.message] : [])]
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toMatch(/^\S.{5,300}$/)
  }
  return answer
}

it('returns a form or messages for any input', () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), anything), (fields) => void parsed(fields)))
  fc.assert(
    fc.property(
      likely,
      fc.dictionary(some('title', 'kind', 'allowVoting', 'timeZone', 'deadline', 'x'), anything),
      (fields, odd) => {
        parsed({ ...fields, ...odd })
      },
    ),
  )
})

it('accepts only consistent forms', () => {
  let passed = 0
  fc.assert(
    fc.property(likely, (fields) => {
      const answer = parsed(fields)
      if (!answer.ok) return
      passed++
      const { form } = answer
      expect(timelineErrors(form)).toEqual({})
      expect(form.title.length * form.description.length).toBeGreaterThan(0)
      for (const date of [form.deadline, form.startDate, form.votingOpensAt, form.votingClosesAt]) {
        if (date) expect(date.getUTCFullYear()).toBeGreaterThan(1998)
      }
      if (fields.status === 'active') expect(form.startDate).toBeNull()
      if (form.startDate) expect(form.status).toBe(form.startDate <= now ? 'active' : 'upcoming')
    }),
    { numRuns: 3_000, seed: 7 },
  )
  expect(passed).toBeGreaterThan(20)
})
