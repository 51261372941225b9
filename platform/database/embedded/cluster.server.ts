import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from '#platform/database/embedded/binaries.server.ts'
import { canReach, ownerOf, type ServerUser } from '#platform/database/embedded/user.server.ts'
import { Failure, reasonOf } from '#platform/failure.ts'

export interface ClusterOptions {
  dataDir: string
  /** Where a cluster lives that its user could not reach below dataDir. */
  sharedDir: string
  binaries: Binaries
  user: ServerUser | undefined
}

export const superuser = 'dojo'
const passable = 0o011

/**
 * The real path of the cluster in `dataDir`, made at the first call. It is made under another name and then
 * renamed, so that a crash meanwhile leaves nothing half made.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const place = join(options.dataDir, 'cluster')
  await mkdir(options.dataDir, { recursive: true })
  if (options.user) await chmod(options.dataDir, (await stat(options.dataDir)).mode | passable)
  await removeHalfMade(options.dataDir)
  if (!(await exists(place))) await create(place, options)
  const cluster = await realpath(place)
  await refuseForeign(cluster, options)
  return cluster
}

async function create(place: string, options: ClusterOptions): Promise<void> {
  if (canReach(options.dataDir, options.user)) {
    const half = `${place}.${name()}`
    await initialise(half, options)
    await publish(() => rename(half, place), half)
    return
  }
  // Root works in a closed folder that PostgreSQL's account may not enter: the data stands outside and is linked.
  const outside = join(options.sharedDir, 'clusters', name())
  await mkdir(dirname(outside), { recursive: true })
  await initialise(outside, options)
  await publish(() => symlink(outside, place), outside)
}

function name(): string {
  return `made-by-${process.pid}-${randomBytes(4).toString('hex')}`
}

async function initialise(folder: string, { binaries, user }: ClusterOptions): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (user) await chown(folder, user.uid, user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth=trust', `--username=${superuser}`]
  const args = [`--pgdata=${folder}`, ...locale, ...access, '--no-instructions']
  try {
    await promisify(execFile)(binaries.initdb, args, {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new Failure(`PostgreSQL could not set up its data in ${folder}: ${initdbReason(error)}`)
  }
  await chmod(folder, 0o700)
}

function initdbReason(error: unknown): string {
  const text = (error as { stderr?: unknown }).stderr
  const lines = typeof text === 'string' ? text.trim().split('\n') : []
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? reasonOf(error)
}

/** Of two processes starting at once, the first to publish wins and the other uses its cluster. */
async function publish(claim: () => Promise<void>, half: string): Promise<void> {
  try {
    await claim()
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function removeHalfMade(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir)) {
    const maker = /^cluster\.made-by-(\d+)-/.exec(entry)?.[1]
    if (maker && !isAlive(Number(maker))) await rm(join(dataDir, entry), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function refuseForeign(cluster: string, { binaries, user }: ClusterOptions): Promise<void> {
  const { uid } = await stat(cluster)
  const expected = ownerOf(user)
  if (expected !== undefined && uid !== expected) {
    throw new Failure(
      `${cluster} belongs to uid ${uid}, but PostgreSQL would run as uid ${expected}: ` +
        'start as the account that made it, or change its owner',
    )
  }
  if (!canReach(cluster, user)) {
    throw new Failure(
      `${cluster} cannot be entered by uid ${expected}: a folder above it is closed to others`,
    )
  }
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (major === binaries.major) return
  if (major === '') throw new Failure(`${cluster} holds no PostgreSQL data (PG_VERSION is missing)`)
  throw new Failure(
    `${cluster} was written by PostgreSQL ${major}, this release brings ${binaries.major}: ` +
      'move the data with pg_dump of the old release, or start with another DATA_DIR',
  )
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
