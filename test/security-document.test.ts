import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|Dockerfile|[\w-]+\.(?:md|json))`/g)].map(
  ([, path]) => path ?? '',
)

test('every file that docs/security.md names exists', () => {
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((path) => !existsSync(path) && !path.startsWith('DATA_DIR/'))).toEqual([])
})
