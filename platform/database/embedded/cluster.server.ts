import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessage, Failure } from '#platform/failure.ts'
import { accessTo, ownerOf, type ServerUser } from './access.server.ts'
import type { Binaries } from './binaries.server.ts'

interface ClusterOptions {
  dataDir: string
  binaries: Binaries
  user: ServerUser | undefined
  warn?(message: string): void
}

export const superuser = 'dojo'
const passable = 0o011

/** The cluster in `dataDir`. It is created under a temporary name and renamed, so that a crash leaves no part. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const place = join(options.dataDir, 'cluster')
  await mkdir(options.dataDir, { recursive: true })
  if (options.user) await chmod(options.dataDir, (await stat(options.dataDir)).mode | passable)
  await removeHalfMade(options.dataDir)
  const found = await lstat(place).catch(() => undefined)
  if (!found) await create(place, options)
  const cluster = await realpath(place)
  if (found?.isSymbolicLink()) {
    options.warn?.(
      `${place} is a link: the database is in ${cluster}, and a copy of DATA_DIR does not contain it. ` +
        `To move it into DATA_DIR, stop and run: rm ${place} && mv ${cluster} ${place}`,
    )
  }
  await refuseForeign(cluster, options)
  return cluster
}

async function create(place: string, options: ClusterOptions): Promise<void> {
  const half = `${place}.${name()}`
  await initialise(half, options)
  await publish(() => rename(half, place), half)
}

function name(): string {
  return `made-by-${process.pid}-${randomBytes(4).toString('hex')}`
}

async function initialise(folder: string, { binaries, user }: ClusterOptions): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    if (user) await chown(folder, user.uid, user.gid)
    await runInitdb(folder, binaries, user)
    await chmod(folder, 0o700)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof Failure) throw error
    throw new Failure(`PostgreSQL could not set up its data in ${dirname(folder)}: ${errorMessage(error)}`)
  }
}

async function runInitdb(folder: string, { initdb }: Binaries, user: ServerUser | undefined): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['--auth=trust', `--username=${superuser}`, '--no-instructions']
  const access = await accessTo(folder, user)
  try {
    const output = await outputOf(initdb, [`--pgdata=${access.path}`, ...locale, ...options], {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe', ...access.descriptors],
    })
    if (output !== undefined) throw new Error(initdbReason(output))
  } finally {
    await access.close()
  }
}

function outputOf(command: string, args: string[], options: SpawnOptions): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : output.trim() || `initdb ended with ${signal ?? `exit code ${code}`}`)
    })
  })
}

function initdbReason(output: string): string {
  const lines = output.split('\n')
  const first = lines.findIndex((line) => /error|fatal|panic/i.test(line))
  const hint = lines.slice(first).find((line) => line.includes('HINT:'))
  const sentences = [lines.at(first) ?? '', hint ?? ''].map((line) =>
    line.replace(/^.*(ERROR|FATAL|PANIC|HINT): +/, ''),
  )
  return sentences.filter(Boolean).join('. ')
}

/** If two processes start at once, the first to rename wins and the other uses its cluster. */
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
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (major === binaries.major) return
  if (major === '') throw new Failure(`${cluster} holds no PostgreSQL data (PG_VERSION is missing)`)
  throw new Failure(
    `${cluster} was written by PostgreSQL ${major}, this release brings ${binaries.major}: ` +
      'move the data with pg_dump of the old release, or start with another DATA_DIR',
  )
}
