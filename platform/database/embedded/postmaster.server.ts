import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#platform/failure.ts'

/** Of the socket, which is in the cluster. */
export const port = 5432

/** The server that runs on a cluster. */
export function findPostmaster(cluster: string): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return runsIn(pid, cluster) ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/** A server is a postgres whose working folder is its cluster. This tells it from a later process with the same number. */
export function runsIn(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') {
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
      return isPostgres && [cluster, `${cluster} (deleted)`].includes(readlinkSync(`/proc/${pid}/cwd`))
    }
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,command='], { encoding: 'utf8' })
    return command.includes(cluster) && !command.trim().startsWith('Z')
  } catch {
    return false
  }
}

/**
 * Removes what a killed server left: its backends, whose transactions roll back, and its pid file, because another
 * process may have its number now. Fails if the server answers without a visible process: it runs in another container.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  for (let left = orphans(cluster); left.length > 0; left = orphans(cluster)) {
    for (const pid of left) signal(pid, 'SIGKILL')
    await sleep(20)
  }
  const socket = join(cluster, `.s.PGSQL.${port}`)
  const remedy = 'stop it first, or set another DATA_DIR'
  if (await answers(socket))
    throw new Failure(`${cluster} is in use by a PostgreSQL that this process cannot see: ${remedy}`)
  for (const path of [`${socket}.lock`, pidFile]) rmSync(path, { force: true })
}

/** Stops a server; open transactions roll back. After 3 s it is stopped as in a crash, which loses no data either. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  if (runsIn(pid, cluster)) signal(pid, 'SIGINT')
  for (let waitedMs = 0; runsIn(pid, cluster); waitedMs += 10) {
    if (waitedMs === 3_000) signal(pid, 'SIGQUIT')
    await sleep(10)
  }
}

function orphans(cluster: string): number[] {
  const pids = process.platform === 'linux' ? readdirSync('/proc').map(Number) : []
  return pids.filter((pid) => pid > 1 && runsIn(pid, cluster))
}

/** Whether a server accepts connections at a socket, or has too many that wait. */
function answers(path: string): Promise<boolean> {
  const socket = connect(path, () => socket.destroy())
  return once(socket, 'close').then(
    () => true,
    ({ code }) => code === 'EAGAIN',
  )
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
