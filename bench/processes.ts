// Reads /proc, so it works on Linux only.
import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

const millisecondsOfATick = 10

/** The processes that work in a folder: those of an embedded PostgreSQL. */
export function processesIn(folder: string): number[] {
  const path = resolve(folder)
  return processes().filter((pid) => orEmpty(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(path))
}

/** A process with all that descend from it. */
export function processesBelow(pid: number): number[] {
  const parents = new Map(processes().map((id) => [id, Number(fieldsOf(id)[1])]))
  const found = [pid]
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child)
  return found
}

/** Milliseconds of CPU time of all threads of the processes, and of their children that ended. */
export function cpuOf(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    // Finer than the ticks of /proc/PID/stat.
    const threads = globSync(`/proc/${pid}/task/*/schedstat`)
    const nanoseconds = threads.map((file) => Number.parseInt(textOf(file), 10) || 0)
    const [ofUser = 0, ofSystem = 0] = fieldsOf(pid).slice(13, 15).map(Number)
    return sum(nanoseconds, (one) => one / 1e6) + (ofUser + ofSystem) * millisecondsOfATick
  })
}

/** Resident megabytes of the processes; memory that several of them use is counted once. */
export function memoryOf(pids: readonly number[]): number {
  return sum(pids, (pid) => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1]
    return Number(kilobytes ?? 0) / 1024
  })
}

function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Boolean)
}

/** The fields of /proc/PID/stat after the name. */
function fieldsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
}

function textOf(file: string): string {
  return orEmpty(() => readFileSync(file, 'utf8'))
}

/** A process may end at any time. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function sum(numbers: readonly number[], amount: (one: number) => number): number {
  return numbers.reduce((total, one) => total + amount(one), 0)
}
