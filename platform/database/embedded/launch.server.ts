import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#platform/failure.ts'
import { findPostmaster } from './postmaster.server.ts'
import { dataPath, environment, locatePrograms, serverUser } from './programs.server.ts'

export type Settings = Record<string, string>

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

/** Starts a server that outlives this process and is reachable by a unix socket only, and waits until it answers. */
export async function launch(cluster: string, logFile: string, settings: Settings): Promise<number> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > largestLog)
    renameSync(logFile, `${logFile}.1`)
  const log = openSync(logFile, 'a')
  const args = Object.entries({ ...fixedSettings, ...settings }).map(([name, value]) => `--${name}=${value}`)
  // Detached, so that Ctrl-C reaches the app first; logs to a file, because a pipe ends with this process.
  const child = spawn(locatePrograms().postgres, ['-D', dataPath(cluster), ...args], {
    ...{ ...serverUser(), env: environment, cwd: cluster, detached: true },
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  let failure: string | undefined
  child.once('error', ({ message }) => (failure = message))
  child.once('exit', (code, by) => (failure = `it ended with ${by ?? `exit code ${code}`}`))
  while (failure === undefined) {
    const found = findPostmaster(cluster)
    if (found?.isReady && found.pid === child.pid) return found.pid
    await sleep(10)
  }
  throw new Failure(`PostgreSQL did not start: ${reasonIn(logFile) ?? failure} (log: ${logFile})`)
}

/** What a server that did not start or that ended logged as the reason; undefined if the log is silent or gone. */
export function reasonIn(logFile: string): string | undefined {
  const text = existsSync(logFile) ? readFileSync(logFile, 'utf8') : ''
  const lines = text.slice(text.lastIndexOf('ready to accept connections') + 1).split('\n')
  const last = (reason: RegExp) => lines.findLast((line) => reason.test(line))
  const line = last(/PANIC: /) ?? last(/FATAL: |was terminated by signal|^\S*postgres: /)
  return line?.replace(/^.*?(LOG|FATAL|PANIC|postgres): +/, '')
}
