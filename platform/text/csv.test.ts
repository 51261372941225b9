import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, csvLine } from './csv.ts'

describe('csvLine', () => {
  it('writes numbers plainly, quotes texts, and ends with CRLF', () => {
    expect(csvLine([-5, 0.5, null, 'Moon', ''])).toBe('-5,0.5,,"Moon",""\r\n')
    expect(csvLine([true, false])).toBe('"yes","no"\r\n')
    expect(csvLine(['She said "no"', 'one\ntwo', '日本, 🌙'])).toBe(
      '"She said ""no""","one\ntwo","日本, 🌙"\r\n',
    )
  })

  it.each([
    '=HYPERLINK("https://evil.example","x")',
    '+1',
    '-1+2',
    '@SUM(A1:A9)',
    '\t=1',
    '\tone',
    '\rone',
    '  =1',
    '"=1"',
    `'=1`,
    ' "\'=1',
    '\n=1',
    '\u200B=1',
    '＝1',
    '-',
  ])('escapes %j', (text) => {
    expect(parsed(csvLine([text]))).toEqual([[`'${text}`]])
  })

  it.each(['1-2', 'a=b', 'mail@example.org', ' one', '"quoted"', "'tis", ''])(
    'does not change %j',
    (text) => {
      expect(parsed(csvLine([text]))).toEqual([[text]])
    },
  )

  it.each([
    [';=1|FXI', ";'=1|FXI"],
    ['Fine art; "=HYPERLINK(A1);', `Fine art;' "=HYPERLINK(A1);`],
    ['one; two;', 'one; two;'],
  ])('escapes %j after a semicolon', (text, read) => {
    expect(parsed(csvLine([text]))).toEqual([[read]])
  })

  it('can be parsed again for any text, and contains no formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.stringMatching(/^[ "'\t\r\n]{0,3}[=+@,;\r\n"x-]{0,4}$/),
    )
    const line = fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { minLength: 2, maxLength: 4 })
    const table = fc.array(line, { maxLength: 4 })
    fc.assert(
      fc.property(table, (rows: Cell[][]) => {
        const read = parsed(rows.map(csvLine).join(''))
        expect(read).toHaveLength(rows.length)
        for (const [line, cells] of rows.entries()) {
          expect(read[line]).toHaveLength(cells.length)
          for (const [place, cell] of cells.entries()) check(cell, read[line]?.[place] ?? '')
        }
      }),
      { numRuns: 200 },
    )
  })
})

function check(cell: Cell, read: string) {
  if (typeof cell !== 'string') return expect(read).toBe(cell === null ? '' : String(cell))
  expect(read.replaceAll("'", '')).toBe(cell.replaceAll("'", ''))
  for (const part of read.split(';')) {
    expect(part.trimStart().replace(/^["\s]+/, '')).not.toMatch(/^[=+\-@]/)
    expect(part).not.toMatch(/^[\t\r]/)
  }
}

/** A separate parser of the format. */
function parsed(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[at++]
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === ',' || text.startsWith('\r\n', at))) {
      row.push(cell)
      cell = ''
      if (sign === ',') continue
      rows.push(row)
      row = []
      at++
    } else cell += sign
  }
  return rows
}
