import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { unknownField } from '#platform/outcome.ts'
import { ADJUSTMENT_MESSAGES, maxPoints, parsePointsChange } from './adjustment-rules.ts'
import { parseAdjustment, parseRankChange } from './form.server.ts'

const fields = { change: '5', reason: '', seen: '' }

describe('a change of points', () => {
  it.each([
    ['100', 100],
    ['-50', -50],
    ['+7', 7],
    [' 12 ', 12],
    ['\u221250', -50],
    ['100000000', maxPoints],
    ['-100000000', -maxPoints],
  ])('accepts %s', (input, change) => {
    expect(parsePointsChange(input)).toBe(change)
    expect(parseAdjustment({ ...fields, change: input })).toMatchObject({ ok: true, form: { change } })
  })

  it.each([
    '',
    ' ',
    '0',
    '-0',
    '000',
    '1.5',
    '1e3',
    '0x10',
    '1,000',
    '--5',
    '5-',
    '٥',
    'NaN',
    '100000001',
    '9'.repeat(400),
  ])('refuses %j', (change) => {
    expect(parseAdjustment({ ...fields, change })).toEqual({
      ok: false,
      errors: { change: ADJUSTMENT_MESSAGES.change },
    })
  })
})

describe('a reason', () => {
  it('drops invisible characters and keeps line breaks', () => {
    const reason = ' Won\u0000 twice\u202e\r\nby\tmistake \u200b\n\n\n\nSorry '
    expect(parseAdjustment({ ...fields, reason })).toMatchObject({
      form: { description: 'Won twice\nby mistake\n\nSorry' },
    })
  })

  it('has at most 500 characters', () => {
    for (const letter of ['x', '🥷'])
      expect(parseAdjustment({ ...fields, reason: letter.repeat(500) })).toMatchObject({ ok: true })
    for (const reason of ['x'.repeat(501), `x${' '.repeat(6000)}`]) {
      expect(parseAdjustment({ ...fields, reason })).toEqual({
        ok: false,
        errors: { reason: 'Reason for Change must be at most 500 characters' },
      })
    }
  })
})

it('parses the id of the last adjustment, or none', () => {
  const seen = newId()
  expect(parseAdjustment({ ...fields, seen })).toMatchObject({ form: { seen } })
  expect(parseAdjustment(fields)).toMatchObject({ form: { seen: null } })
  expect(parseAdjustment({ ...fields, seen: "'; drop" })).toEqual({
    ok: false,
    errors: { '': ADJUSTMENT_MESSAGES.pointsFailed },
  })
  expect(parseRankChange({ rank: 'Elite Ninja', seen })).toEqual({
    ok: true,
    form: { rank: 'Elite Ninja', seen },
  })
})

it.each(['userId', 'points', 'rank', 'is_admin', '__proto__', 'constructor'])(
  'refuses the field %s',
  (name) => {
    const sent = Object.fromEntries([...Object.entries(fields), [name, '1']])
    expect(parseAdjustment(sent)).toEqual({ ok: false, errors: { '': unknownField } })
  },
)

it('never throws, and accepts only values within bounds', () => {
  const unit = fc.oneof(
    fc.constantFrom('\0', '\ud800', '\u202e', '\n', '-', '9'),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  )
  const text = fc.oneof(fc.string({ unit, maxLength: 60 }), fc.integer().map(String))
  const some = fc.dictionary(fc.constantFrom('change', 'reason', 'seen', 'rank', 'points', '__proto__'), text)
  fc.assert(
    fc.property(some, (sent) => {
      const read = parseAdjustment(sent)
      parseRankChange(sent)
      if (!read.ok) return Object.keys(read.errors).length > 0
      const { change, description } = read.form
      return change !== 0 && Math.abs(change) <= maxPoints && description.length <= 500
    }),
    { numRuns: 200 },
  )
})
