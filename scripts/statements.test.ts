import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsOf } from './statements/problems.ts'
import { type Shape, type StatementRecord, shapeOfFields, shapeOfValue } from './statements/shapes.ts'
import { readSources, type Sources } from './statements/sources.ts'

const source = `import sql from 'sql-template-tag'
import type { Db } from '${resolve('platform/database/database.server.ts')}'
interface Author { id: string; photo: string | null; joined?: string }
type Row = Record<'id' | 'title', string> & { votes: number; at: Date; tags: string[]; author: Author }
export function typed(db: Db, isNew: boolean): Promise<Row[]> {
  return db.rows(sql\`select * from submissions where \${isNew ? sql\`votes = 0\` : sql\`votes > \${1} or new\`}\`)
}
export async function unread(db: Db): Promise<boolean> {
  return (await db.row(sql\`delete from submissions returning id\`)) !== undefined
}
`
const at = 'source.ts:6:13'
const row = { id: 'a', title: 'b', votes: 2, at: new Date(0), tags: ['c'], author: { id: 'd', photo: null } }
const { votes, ...withoutVotes } = row
const executed: StatementRecord[] = [
  { text: 'select * from submissions where votes = 0' },
  { text: 'select * from submissions where votes > $1 or new' },
  { text: 'delete from submissions returning id' },
  { sites: ['source.ts:9:20'], row: { id: 'string' } },
]
let sources: Sources

beforeAll(async () => {
  // In the project, because of its packages.
  await mkdir('test-results', { recursive: true })
  const folder = await mkdtemp(resolve('test-results/statements-test-'))
  afterAll(() => rm(folder, { recursive: true }))
  const compilerOptions = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2024' }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['source.ts'] }))
  await writeFile(join(folder, 'source.ts'), source)
  sources = readSources(folder, ['source.ts'])
})

function problems(...shapes: Shape[]): string[] {
  return problemsOf(sources, [...executed, ...shapes.map((shape) => ({ sites: [at], row: shape }))])
}

test('rows that match their types pass', () => {
  const joined = { ...row, tags: [], author: { id: 'd', photo: 'e', joined: 'f' } }
  expect(problems(shapeOfValue(row), shapeOfValue(joined))).toEqual([])
})

test.each<[string, object, string[]]>([
  [
    'a renamed column',
    { ...withoutVotes, voteCount: votes },
    ['votes is in the type, not in the result', 'voteCount is in the result, not in the type'],
  ],
  ['null', { ...row, title: null }, ['title is null, its type is string']],
  ['another kind', { ...row, at: '2026' }, ['at is string, its type is Date']],
  ['another kind of elements', { ...row, tags: ['c', 1] }, ['tags[] is number, its type is string']],
  ['an array', { ...row, author: [row.author] }, ['author is array, its type is object']],
  [
    'a renamed property of a JSON object',
    { ...row, author: { id: 'd', image: null } },
    ['author.photo is in the type, not in the result', 'author.image is in the result, not in the type'],
  ],
])('names the call and the column of %s', (_, found, expected) => {
  expect(problems(shapeOfValue(row), shapeOfValue(found))).toEqual(expected.map((line) => `${at}: ${line}`))
})

test('compares columns of a result without rows', () => {
  const fields = [
    ['id', 2950],
    ['title', 25],
    ['votes', 25],
    ['at', 1184],
    ['tags', 1009],
  ].map(([name, dataTypeID]) => ({ name, dataTypeID }))
  expect(problems(shapeOfFields(fields as never))).toEqual([
    `${at}: author is in the type, not in the result`,
    `${at}: votes is string, its type is number`,
  ])
})

test('names calls and sql literals that were never executed, and executed calls that it does not know', () => {
  const [, ...others] = executed
  expect(problemsOf(sources, [...others, { sites: ['source.ts:1:1'], row: {} }])).toEqual([
    `${at}: never executed`,
    'source.ts:6:64: not part of an executed statement',
    'source.ts:1:1: no known call',
  ])
})
