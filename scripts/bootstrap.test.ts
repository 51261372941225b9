import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

interface Packages {
  isInstalled(root: string): boolean
}
interface Sources {
  isBuilt(root: string): boolean
  fingerprint(root: string): string
  markBuilt(root: string, word: string): void
}

const { isInstalled }: Packages = await import(resolve('scripts/bootstrap/packages.mjs'))
const { isBuilt, fingerprint, markBuilt }: Sources = await import(resolve('scripts/bootstrap/sources.mjs'))

async function projectOf(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'dojo-bootstrap-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) await put(root, path, text)
  return root
}

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

function lockfile(packages: Record<string, object>): string {
  return JSON.stringify({ packages })
}

const wanted = lockfile({
  '': { name: 'dojo' },
  'node_modules/pg': { version: '8.0.0' },
  'node_modules/node-other': { version: '26.0.0', optional: true },
})

test.each([
  ['what is wanted', { 'node_modules/pg': { version: '8.0.0' } }, true],
  ['another version', { 'node_modules/pg': { version: '7.9.0' } }, false],
  ['too little', {}, false],
  ['too much', { 'node_modules/pg': { version: '8.0.0' }, 'node_modules/left': { version: '1.0.0' } }, false],
])('packages: %s', async (_, installed, expected) => {
  const root = await projectOf({
    'package-lock.json': wanted,
    'node_modules/.package-lock.json': lockfile(installed),
  })
  expect(isInstalled(root)).toBe(expected)
})

test('packages: none, or an install that was cut off', async () => {
  expect(isInstalled(await projectOf({ 'package-lock.json': wanted }))).toBe(false)
})

const project = {
  'package.json': '{}',
  'package-lock.json': wanted,
  'vite.config.ts': '',
  'react-router.config.ts': '',
  'tsconfig.json': '{}',
  'app/root.tsx': 'one',
  'app/root.test.tsx': 'one',
  'db/migrations/0001_one.sql': 'one',
}

test('a build stands until a source of it changes', async () => {
  const root = await projectOf(project)
  expect(isBuilt(root)).toBe(false)
  await put(root, 'build/server/index.js', '')
  await put(root, 'build/client/assets/app.js', '')
  expect(isBuilt(root)).toBe(false)
  markBuilt(root, fingerprint(root))
  expect(isBuilt(root)).toBe(true)

  await put(root, 'app/root.test.tsx', 'two')
  await put(root, 'db/migrations/0002_two.sql', 'two')
  expect(isBuilt(root)).toBe(true)
  await put(root, 'app/root.tsx', 'two')
  expect(isBuilt(root)).toBe(false)
})

test('a source that changes while building makes the build old', async () => {
  const root = await projectOf({ ...project, 'build/server/index.js': '', 'build/client/app.js': '' })
  const before = fingerprint(root)
  await put(root, 'domain/points/rules.ts', 'new')
  markBuilt(root, before)
  expect(isBuilt(root)).toBe(false)
})
