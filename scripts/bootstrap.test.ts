import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fingerprint, isBuilt, markBuilt } from '../server/sources.mjs'

interface Packages {
  isInstalled(root: string): boolean
  refusal(name: string, output: string): string
}

const { isInstalled, refusal }: Packages = await import(resolve('scripts/bootstrap/packages.mjs'))

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

test('missing packages and an interrupted install are detected', async () => {
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

test('a build is valid until one of its sources changes', async () => {
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

test('a source that changes during the build makes the build outdated', async () => {
  const root = await projectOf({ ...project, 'build/server/index.js': '', 'build/client/app.js': '' })
  const before = fingerprint(root)
  await put(root, 'domain/points/rules.ts', 'new')
  markBuilt(root, before)
  expect(isBuilt(root)).toBe(false)
})

describe('a program among the packages that does not run', () => {
  const missingLibrary =
    'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory\n'

  test.each([
    ['Node', missingLibrary, 'Node needs libatomic.so.1, which is missing: apt-get install libatomic1'],
    [
      'PostgreSQL',
      'postgres: error while loading shared libraries: libgcc_s.so.1: cannot open shared object file',
      'PostgreSQL needs libgcc_s.so.1, which is missing: apt-get install libgcc-s1',
    ],
    [
      'sharp',
      'Error: Could not load the "sharp" module using the linux-x64 runtime\nERR_DLOPEN_FAILED: libstdc++.so.6: cannot open shared object file',
      'sharp needs libstdc++.so.6, which is missing: apt-get install libstdc++6',
    ],
    [
      'sharp',
      '\n/x.js:1\nError: Could not load the "sharp" module using the linux-x64 runtime',
      "sharp is missing among the packages: npm ci --include=optional, with no omit, os, cpu or libc set in npm's settings",
    ],
    [
      'PostgreSQL',
      'Illegal instruction\n',
      'PostgreSQL among the packages does not run: Illegal instruction',
    ],
  ])('is named with the command that helps: %s', (name, output, line) => {
    expect(refusal(name, output)).toBe(line)
  })

  test('ends the start before anything relies on it', async () => {
    const root = await projectOf({
      'package-lock.json': lockfile({ '': {} }),
      'node_modules/.package-lock.json': lockfile({}),
      'node_modules/.bin/node': `#!/bin/sh\nprintf '${missingLibrary.trim()}' >&2\nexit 127\n`,
    })
    await chmod(join(root, 'node_modules/.bin/node'), 0o755)
    for (const path of ['scripts/bootstrap.mjs', 'scripts/bootstrap/packages.mjs', 'server/sources.mjs'])
      await put(root, path, readFileSync(path, 'utf8'))
    const env = { ...process.env, DATABASE_URL: 'postgres://elsewhere' }
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs')], {
      env,
      encoding: 'utf8',
    })
    expect(stderr).toBe('Node needs libatomic.so.1, which is missing: apt-get install libatomic1\n')
    expect(status).toBe(1)
  })
})

test('package.json names the Node that is refused otherwise', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines).toEqual({ node: '>=20.17' })
})

test.each(['v18.20.8', 'v20.16.0'])('Node %s is refused with a message', (version) => {
  const preload = `Object.defineProperty(process, 'version', { value: '${version}' })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, 'scripts/bootstrap.mjs']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe(`This is Node ${version}: install Node 20.17 or newer (https://nodejs.org)\n`)
  expect(status).toBe(1)
})
