import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandBlocks } from './command-blocks.ts'

test('blocks have their line, mark and commands', () => {
  const text = 'Text\n\n```sh\nls\npwd\n```\n\n```ts\nno()\n```\n```sh background\nnpm start\n```\n'
  expect(commandBlocks(text)).toEqual([
    { line: 4, mark: undefined, commands: 'ls\npwd' },
    { line: 12, mark: 'background', commands: 'npm start' },
  ])
  expect(() => commandBlocks('```sh wrong\nls\n```\n')).toThrow('Unknown mark of a block: wrong')
})

test('every npm script that the operations document names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const text = readFileSync('docs/operations.md', 'utf8')
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every command that the operations document names exists', () => {
  const text = readFileSync('docs/operations.md', 'utf8')
  const source = readFileSync('scripts/operations/dojo.ts', 'utf8')
  const named = new Set([...text.matchAll(/npm run dojo -- ([\w-]+)/g)].map(([, name = '']) => name))
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !new RegExp(`^${name} {2,}|^${name} \\S`, 'm').test(source))).toEqual([])
})
