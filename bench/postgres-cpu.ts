import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

/** Seconds of CPU time of the processes that work in a folder, on Linux: those of an embedded PostgreSQL. */
export function cpuBelow(folder: string): number {
  const path = resolve(folder)
  return processes()
    .filter((pid) => workingIn(pid)?.startsWith(path))
    .reduce((sum, pid) => sum + cpuOf(pid), 0)
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
}

function workingIn(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function cpuOf(pid: string): number {
  try {
    // Nanoseconds; finer than the ticks of /proc/PID/stat.
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return 0
  }
}
