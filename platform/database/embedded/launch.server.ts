import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chown, lstat, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, Failure } from '#platform/failure.ts'
import { accessTo, type ClusterAccess, ownerOf, type ServerUser } from './access.server.ts'
import { findPostmaster, type Postmaster } from './postmaster.server.ts'

export interface LaunchOptions {
  postgres: string
  cluster: string
  logFile: string
  user: ServerUser | undefined
  settings: Record<string, string>
  signal: AbortSignal
}

const port = 5432
const longestSocketPath = 103
const largestLog = 10 * 1024 * 1024

/** Starts a server that outlives this process and is reachable by a unix socket only, and waits until it answers. */
export async function launch(options: LaunchOptions): Promise<Postmaster> {
  await rotateLog(options.logFile)
  const log = await open(options.logFile, 'a')
  const access = await accessTo(options.cluster, options.user)
  const before = (await log.stat()).size
  try {
    // Detached, so that Ctrl-C reaches the app first; logs to a file, because a pipe ends with this process.
    const child = spawn(options.postgres, await argumentsFor(options, access), {
      ...options.user,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log.fd, log.fd, ...access.descriptors],
    })
    child.unref()
    try {
      return await waitUntilReady(child, options, before)
    } catch (error) {
      await end(child)
      throw error
    }
  } finally {
    await access.close()
    await log.close()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.ref()
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await ended
  clearTimeout(timer)
}

export async function lastFailure(logFile: string): Promise<string | undefined> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  const text = await textFrom(logFile, Math.max(0, size - 65_536)).catch(() => '')
  const sinceStart = text.slice(text.lastIndexOf('ready to accept connections') + 1)
  const lines = sinceStart.split('\n')
  const line =
    lines.findLast((entry) => entry.includes('PANIC:')) ??
    lines.findLast((entry) => /was terminated by signal|FATAL: +could not/.test(entry))
  return line?.replace(/^.*?(LOG|FATAL|PANIC): +/, '')
}

async function argumentsFor(
  { cluster, user, settings }: LaunchOptions,
  access: ClusterAccess,
): Promise<string[]> {
  const socketDir = await socketDirectory(cluster, user)
  const all: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    // The server's working folder is its cluster, which it may be unable to open by path.
    unix_socket_directories: socketDir === cluster && !access.isRealPath ? '.' : socketDir,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The app reports refused statements; in this log they would contain members' data.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    jit: 'off',
    // Without three processes that read ahead for large scans, which this app avoids.
    io_method: 'sync',
    // The value for SSDs and memory; with the default, long lists are sorted instead of read by an index.
    random_page_cost: '1.1',
    ...settings,
  }
  return ['-D', access.path, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The cluster's folder, or a short private one if the socket's path would exceed the kernel's limit. */
async function socketDirectory(cluster: string, user: ServerUser | undefined): Promise<string> {
  if (join(cluster, `.s.PGSQL.${port}`).length <= longestSocketPath) return cluster
  const base = tmpdir().length <= 60 ? tmpdir() : '/tmp'
  const folder = join(base, `dojo-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (made && user) await chown(folder, user.uid, user.gid)
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === ownerOf(user) && (found.mode & 0o077) === 0) return folder
  throw new Failure(`${folder} is needed for PostgreSQL's socket, but belongs to another account: remove it`)
}

async function waitUntilReady(
  child: ChildProcess,
  options: LaunchOptions,
  logStart: number,
): Promise<Postmaster> {
  let failure: string | undefined
  child.once('error', (error) => {
    failure = errorMessage(error)
  })
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? `exit code ${code}`}`
  })
  while (failure === undefined) {
    options.signal.throwIfAborted()
    const found = await findPostmaster(options.cluster)
    if (found?.status === 'ready' && found.pid === child.pid) return found
    await sleep(10)
  }
  const other = await findPostmaster(options.cluster)
  if (other) return other
  const reason = (await lastFatal(options.logFile, logStart)) ?? failure
  throw new Failure(`PostgreSQL did not start: ${reason} (log: ${options.logFile})`)
}

async function lastFatal(logFile: string, from: number): Promise<string | undefined> {
  const lines = (await textFrom(logFile, from)).split('\n').filter((line) => line.trim() !== '')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1))?.replace(
    /^.*?(FATAL|PANIC): +/,
    '',
  )
}

async function textFrom(file: string, from: number): Promise<string> {
  return (await readFile(file)).subarray(from).toString('utf8')
}

async function rotateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size > largestLog) await rename(logFile, `${logFile}.1`)
}
