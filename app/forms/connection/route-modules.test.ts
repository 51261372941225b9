import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const app = resolve(import.meta.dirname, '../..')

test('no link prefetches its page: without a connection that would reload the document', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(
    sources.filter((file) => /\bprefetch=|PrefetchPageLinks/.test(readFileSync(join(app, file), 'utf8'))),
  ).toEqual([])
})
