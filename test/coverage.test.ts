import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row {
  section: string
  says: string
  doneIn: string[]
  shownBy: string[]
}

const columns = /^\| § \| what it says \| done in \| shown by \|$/
const rows = readFileSync('docs/coverage.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !columns.test(line) && !/^\|[-| ]+\|$/.test(line))
  .map(rowOf)
const nine = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

describe.each([
  ['about the public and member area', /^(\d|R)/, [...nine, 'R'], 350],
  ['about entries, profiles and administration', /^E\d/, nine.map((section) => `E${section}`), 265],
])('every sentence of the document %s', (_, of, sections, least) => {
  const its = rows.filter(({ section }) => of.test(section))

  it('has its row, from the first section to the last', () => {
    expect(its.length).toBeGreaterThan(least)
    expect([...new Set(its.map(({ section }) => section.split(' ')[0]))].sort()).toEqual(sections)
  })

  it.each(its)('§$section $says', ({ doneIn, shownBy }) => {
    expect(doneIn.length).toBeGreaterThan(0)
    expect(shownBy.length).toBeGreaterThan(0)
    for (const path of [...doneIn, ...shownBy]) expect(existsSync(path), path).toBe(true)
    for (const path of shownBy) expect(path).toMatch(/\.(test\.tsx?|spec\.ts)$/)
  })
})

it('every row belongs to one of the documents', () => {
  for (const { section } of rows) expect(section).toMatch(/^(E?[1-9]( ours)?|R (\d+|gaps))$/)
})

function rowOf(line: string): Row {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/)
  if (cells.length !== 4) throw new Error(`Four cells in each row: ${line}`)
  const [section = '', says = '', doneIn = '', shownBy = ''] = cells.map((cell) => cell.trim())
  return { section, says, doneIn: pathsIn(doneIn), shownBy: pathsIn(shownBy) }
}

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')
}
