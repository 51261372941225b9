import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

const ticksInASecond = 100

/** The processes that work in a folder, on Linux: those of an embedded PostgreSQL. */
export function processesIn(folder: string): number[] {
  const path = resolve(folder)
  return processes().filter((pid) => read(() => readlinkSync(`/proc/${pid}/cwd`))?.startsWith(path))
}

/** A process with all that descend from it. */
export function processesBelow(pid: number): number[] {
  const parents = new Map(processes().map((id) => [id, Number(stat(id)?.[1])]))
  const found = [pid]
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child)
  return found
}

/** Seconds of CPU time of the processes that work in a folder, and of their children that ended. */
export function cpuBelow(folder: string): number {
  return sum(processesIn(folder), (pid) => {
    // Nanoseconds of the first thread; finer than the ticks of /proc/PID/stat.
    const own = Number(read(() => readFileSync(`/proc/${pid}/schedstat`, 'utf8'))?.split(' ')[0] ?? 0) / 1e9
    const fields = stat(pid)
    return own + (fields ? (Number(fields[13]) + Number(fields[14])) / ticksInASecond : 0)
  })
}

/** Seconds of CPU time of all threads of the processes. */
export function cpuOf(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const fields = stat(pid)
    return fields ? (Number(fields[11]) + Number(fields[12])) / ticksInASecond : 0
  })
}

/** Resident megabytes of the processes; memory that several of them use is counted once. */
export function memoryOf(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const rollup = read(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? ''
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
  })
}

/** Resident megabytes of a process, with those that it shares. */
export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Measures a process on Linux until stopped: seconds of CPU, and megabytes of memory above the start. */
export function watchProcess(pid: number): { stop(): { cpu: number; memory: number } } {
  const begun = { cpu: cpuOf([pid]), memory: residentOf(pid) }
  let most = begun.memory
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      return { cpu: cpuOf([pid]) - begun.cpu, memory: most - begun.memory }
    },
  }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** The fields of /proc/PID/stat after the name. */
function stat(pid: number): string[] | undefined {
  return read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    ?.split(') ')
    .at(-1)
    ?.split(' ')
}

/** Undefined for a process that has ended or belongs to another account. */
function read(file: () => string): string | undefined {
  try {
    return file()
  } catch {
    return undefined
  }
}

function sum(pids: readonly number[], amount: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + amount(pid), 0)
}
