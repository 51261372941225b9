import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#platform/failure.ts'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  isReady: boolean
}

/** The server that runs on a cluster. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const noted = readPidFile(cluster)
  return noted && runsIn(noted.pid, cluster) ? noted : undefined
}

/** A server's working folder is its cluster. This tells it from a later process with the same number. */
export function runsIn(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux')
      return [cluster, `${cluster} (deleted)`].includes(readlinkSync(`/proc/${pid}/cwd`))
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,command='], { encoding: 'utf8' })
    return command.includes(cluster) && !command.trim().startsWith('Z')
  } catch {
    return false
  }
}

/**
 * Removes what a killed server left. Waits for its orphaned backends, which still write to shared memory, then deletes
 * the pid file, because another process may have its number now. Fails if the server answers although its process is not
 * visible: it runs in another container.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const noted = readPidFile(cluster)
  if (!noted) return
  for (let waitedMs = 0; orphans(cluster).length > 0; waitedMs += 50) {
    if (waitedMs >= 5_000) for (const pid of orphans(cluster)) signal(pid, 'SIGKILL')
    await sleep(50)
  }
  const socket = join(noted.socketDir, `.s.PGSQL.${noted.port}`)
  if (await answers(socket))
    throw new Failure(
      `${cluster} is in use by a PostgreSQL that this process cannot see, such as one in another container: ` +
        'stop it first, or set another DATA_DIR',
    )
  for (const path of [`${socket}.lock`, join(cluster, 'postmaster.pid')]) rmSync(path, { force: true })
}

/** Stops a server; open transactions roll back. After 3 s it is stopped as in a crash, which loses no data either. */
export async function stopPostmaster({ pid }: Postmaster, cluster: string): Promise<void> {
  if (runsIn(pid, cluster)) signal(pid, 'SIGINT')
  for (let waitedMs = 0; runsIn(pid, cluster); waitedMs += 10) {
    if (waitedMs === 3_000) signal(pid, 'SIGQUIT')
    if (waitedMs === 4_000) signal(pid, 'SIGKILL')
    await sleep(10)
  }
}

function readPidFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , port, socketDir = '', , , status = ''] = lines.map((line) => line.trim())
    if (!(Number(pid) > 1)) return undefined
    const isReady = status === 'ready'
    return { pid: Number(pid), port: Number(port), socketDir: resolve(cluster, socketDir), isReady }
  } catch {
    return undefined
  }
}

function orphans(cluster: string): number[] {
  const pids = process.platform === 'linux' ? readdirSync('/proc').map(Number) : []
  return pids.filter((pid) => pid > 1 && runsIn(pid, cluster))
}

/** Whether somebody accepts connections at a socket, or is too busy to. */
async function answers(path: string): Promise<boolean> {
  const socket = connect(path).setTimeout(1_000)
  const event = await new Promise((done) => {
    for (const name of ['connect', 'timeout', 'error']) socket.once(name, () => done(name))
  })
  socket.destroy()
  return event !== 'error'
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
