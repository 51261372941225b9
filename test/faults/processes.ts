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

/** Ids of the server processes that `pid` started with node:cluster, which sets this variable. */
export function workersOf(pid: number): Promise<number[]> {
  return childrenOf(pid, 'environ', 'NODE_UNIQUE_ID=')
}

/** Ids of the processes that decode images for the server process `pid`. */
export function decodersOf(pid: number): Promise<number[]> {
  return childrenOf(pid, 'cmdline', 'image-child')
}

async function childrenOf(pid: number, file: 'environ' | 'cmdline', text: string): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = listed.trim().split(' ').filter(Boolean).map(Number)
  const texts = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/${file}`, 'utf8').catch(() => '')),
  )
  return children.filter((_, index) => texts[index]?.includes(text))
}

/** Resident memory of processes in MB. */
export async function residentMegabytes(pids: number[]): Promise<number> {
  const statuses = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  )
  const kilobytes = statuses.map((status) => Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0))
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)
}

/** Memory in MB that processes use together: what they share is counted once, and other processes make no difference. */
export async function memoryTogether(pids: number[]): Promise<number> {
  let kilobytes = 0
  const shared = new Map<string, number>()
  const maps = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '')))
  for (const mapping of maps.flatMap((text) => text.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m))) {
    const [, offset, device, inode] = /^\S+ \S+ (\S+) (\S+) (\d+)/.exec(mapping) ?? []
    const size = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(mapping)?.[1] ?? 0)
    if (inode === '0') {
      kilobytes += size('Pss')
      continue
    }
    kilobytes += size('Private_Clean') + size('Private_Dirty')
    const place = [device, inode, offset].join(' ')
    shared.set(place, Math.max(shared.get(place) ?? 0, size('Shared_Clean') + size('Shared_Dirty')))
  }
  for (const size of shared.values()) kilobytes += size
  return Math.round(kilobytes / 1024)
}

/** The most resident memory in MB that a process has had. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
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
