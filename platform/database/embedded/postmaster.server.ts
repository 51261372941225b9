import { execFileSync } from 'node:child_process'
import { readdir, readFile, readlink, rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#platform/failure.ts'

export interface Postmaster {
  pid: number
  port: number
  socketDir: string
  status: string
}

export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const noted = await readPidFile(cluster)
  return noted && (await runsIn(noted.pid, cluster)) ? noted : undefined
}

/**
 * Removes what a killed server left. Waits for its orphaned backends, which still write to shared memory, then
 * deletes the pid file, because another process may have its number now. Fails if the server answers although its
 * process is not visible: it runs in another container.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const noted = await readPidFile(cluster)
  if (!noted) return
  for (let waited = 0; (await orphans(cluster)).length > 0; waited += 50) {
    if (waited >= 5_000) for (const pid of await orphans(cluster)) signal(pid, 'SIGKILL')
    await sleep(50)
  }
  if ((await readPidFile(cluster))?.pid !== noted.pid) return
  for (const folder of [noted.socketDir, cluster]) {
    if (!(await answers(join(folder, `.s.PGSQL.${noted.port}`)))) continue
    throw new Failure(
      `${cluster} is in use by a PostgreSQL that this process cannot see, such as one in another container: ` +
        'stop it first, or set another DATA_DIR',
    )
  }
  await rm(join(noted.socketDir, `.s.PGSQL.${noted.port}.lock`), { force: true })
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Whether somebody accepts connections at a socket, or is too busy to. */
function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.setTimeout(1_000, () => done(true))
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
    socket.unref()
    setTimeout(() => socket.destroy(), 1_500).unref()
  })
}

/** Stops a server; open transactions roll back. After 3 s it is stopped as in a crash, which loses no data either. */
export async function stopPostmaster({ pid, socketDir }: Postmaster, cluster: string): Promise<void> {
  if (await runsIn(pid, cluster)) signal(pid, 'SIGINT')
  for (let waited = 0; await runsIn(pid, cluster); waited += 10) {
    if (waited === 3_000) signal(pid, 'SIGQUIT')
    if (waited === 4_000) signal(pid, 'SIGKILL')
    await sleep(10)
  }
  if (socketDir !== cluster) await rmdir(socketDir).catch(() => undefined)
}

async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), socketDir: resolve(cluster, lines[4] ?? ''), status: lines[7] ?? '' }
}

/** A server's working folder is its cluster. This tells it from a later process with the same number. */
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return folder === cluster || folder === `${cluster} (deleted)`
  }
  try {
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,command='], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster) && !command.trim().startsWith('Z')
  } catch {
    return false
  }
}

async function orphans(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1)
  const inside = await Promise.all(pids.map((pid) => runsIn(pid, cluster)))
  return pids.filter((_, index) => inside[index])
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
