import { readdir, readFile, readlink } from 'node:fs/promises'

/** Ids of the processes that were started for `folder`: they work in it or have it in their environment. */
export async function processesOf(folder: string): Promise<number[]> {
  return matching(async (pid) => {
    if (await worksIn(pid, folder)) return true
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    return environment.includes(`${folder}/`)
  })
}

/** Ids of the processes whose working folder is `folder` or below it, as a PostgreSQL server's are. */
export function processesIn(folder: string): Promise<number[]> {
  return matching((pid) => worksIn(pid, folder))
}

async function matching(fits: (pid: number) => Promise<boolean>): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && pid !== process.pid)
  const found = await Promise.all(pids.map(fits))
  return pids.filter((_, index) => found[index])
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return cwd === folder || cwd.startsWith(`${folder}/`)
}

/** Ids of the Node processes that `pid` started, such as the workers of a cluster. */
export async function nodeChildren(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = listed.trim().split(' ').filter(Boolean).map(Number)
  const names = await Promise.all(children.map((child) => readlink(`/proc/${child}/exe`).catch(() => '')))
  return children.filter((_, index) => /\/node[^/]*$/.test(names[index] ?? ''))
}

/** Resident memory of processes in MB. */
export async function residentMegabytes(pids: number[]): Promise<number> {
  const statuses = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  )
  const kilobytes = statuses.map((status) => Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0))
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)
}

/** Sends a signal; a process that has ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
