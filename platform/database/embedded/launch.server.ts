import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#platform/failure.ts'
import { findPostmaster, type Postmaster } from './postmaster.server.ts'
import { canReach, locatePrograms, serverUser } from './programs.server.ts'

export const superuser = 'dojo'
const environment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }
const largestLog = 10 * 1024 * 1024

const fixedSettings = {
  listen_addresses: '',
  // In the cluster, however long its path is.
  unix_socket_directories: '.',
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
}

/** Creates a cluster under another name and renames it, so that a crash leaves no part. */
export function createCluster(cluster: string): void {
  const half = `${cluster}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { mode: 0o700 })
  const { uid, gid } = serverUser() ?? {}
  if (uid !== undefined && gid !== undefined) chownSync(half, uid, gid)
  const data = openData(half)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [
    `--pgdata=${data.path}`,
    `--username=${superuser}`,
    '--auth=trust',
    '--no-instructions',
    ...locale,
  ]
  const { status, stderr, error } = spawnSync(locatePrograms().initdb, args, {
    ...{ uid, gid, env: environment, cwd: '/', encoding: 'utf8' },
    stdio: ['ignore', 'ignore', 'pipe', ...data.descriptors],
  })
  data.close()
  if (status === 0) renameSync(half, cluster)
  rmSync(half, { recursive: true, force: true })
  if (status === 0) return
  const lines = stderr?.split('\n').filter((line) => /error|fatal|panic|hint/i.test(line)) ?? []
  throw new Failure(
    `PostgreSQL could not set up its data in ${cluster}: ${error?.message ?? lines.join(' ')}`,
  )
}

/** Starts a server that outlives this process and is reachable by a unix socket only, and waits until it answers. */
export async function launch(
  cluster: string,
  logFile: string,
  settings: Record<string, string>,
): Promise<Postmaster> {
  if (existsSync(logFile) && statSync(logFile).size > largestLog) renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a')
  const logStart = statSync(logFile).size
  const data = openData(cluster)
  const all = Object.entries({ ...fixedSettings, ...settings })
  const args = ['-D', data.path, ...all.map(([name, value]) => `--${name}=${value}`)]
  // Detached, so that Ctrl-C reaches the app first; logs to a file, because a pipe ends with this process.
  const child = spawn(locatePrograms().postgres, args, {
    ...{ ...serverUser(), env: environment, cwd: '/', detached: true },
    stdio: ['ignore', log, log, ...data.descriptors],
  })
  for (const close of [data.close, () => closeSync(log), () => child.unref()]) close()
  let failure: string | undefined
  child.once('error', ({ message }) => (failure = message))
  child.once('exit', (code, by) => (failure = `it ended with ${by ?? `exit code ${code}`}`))
  while (failure === undefined) {
    const found = findPostmaster(cluster)
    if (found?.isReady && found.pid === child.pid) return found
    await sleep(10)
  }
  throw new Failure(`PostgreSQL did not start: ${reasonIn(logFile, logStart) ?? failure} (log: ${logFile})`)
}

/** What a server that did not start or that ended logged as the reason. */
export function reasonIn(logFile: string, from = 0): string | undefined {
  const text = readFileSync(logFile).subarray(from).toString()
  const lines = text
    .slice(text.lastIndexOf('ready to accept connections') + 1)
    .trim()
    .split('\n')
  const line =
    lines.findLast((one) => one.includes('PANIC: ')) ??
    lines.findLast((one) => /FATAL: |was terminated by signal|^\S*postgres: /.test(one))
  return line?.replace(/^.*?(LOG|FATAL|PANIC|postgres): +/, '')
}

/**
 * How PostgreSQL opens its data: by path, or by a descriptor that it inherits when root works below a folder that
 * PostgreSQL's account may not enter. Only opening by path needs the right to traverse each folder above.
 */
function openData(cluster: string): { path: string; descriptors: number[]; close(): void } {
  if (canReach(cluster)) return { path: cluster, descriptors: [], close() {} }
  const descriptor = openSync(cluster, 'r')
  return { path: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) }
}
