import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = '{app,bench,db,docs,domain,platform,scripts,server,test}/**/*.{ts,tsx,css,sql,md,mjs}'

it('every requirement has a test, and every reference names a requirement', () => {
  const rules = globSync('docs/requirements/*.md').map(read).join('\n')
  const ids = [...rules.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \S/gm)].map(([, id = '']) => id)
  expect(ids.length).toBeGreaterThan(300)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])

  const prefixes = [...new Set(ids.map((id) => id.split('-')[0]))].join('|')
  const reference = new RegExp(`\\b(?:${prefixes})-\\d+\\b`, 'g')
  const unknown = globSync(SOURCES).flatMap((path) =>
    (read(path).match(reference) ?? []).filter((id) => !ids.includes(id)).map((id) => `${path}: ${id}`),
  )
  expect(unknown).toEqual([])

  const [tested = '', open = ''] = read('docs/requirements/coverage.md').split('## Not met yet')
  const files = [...tested.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path)
  expect(files.filter((path) => !existsSync(path) || !/\.(test\.tsx?|spec\.ts)$/.test(path))).toEqual([])
  const listed = [...(tested.match(reference) ?? []), ...(open.match(/^\| [A-Z]+-\d+/gm) ?? [])]
  const covered = new Set(listed.map((id) => id.replace('| ', '')))
  expect(ids.filter((id) => !covered.has(id))).toEqual([])
})

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
