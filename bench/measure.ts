import { readFileSync } from 'node:fs'

const ticksInASecond = 100

/** Measures a process on Linux until stopped: seconds of CPU, and megabytes of memory above the start. */
export function watchProcess(pid: number): { stop(): { cpu: number; memory: number } } {
  const begun = { cpu: cpuOf(pid), memory: memoryOf(pid) }
  let most = begun.memory
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      return { cpu: cpuOf(pid) - begun.cpu, memory: most - begun.memory }
    },
  }
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50)
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

function cpuOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
  const [user, system] = afterName.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / ticksInASecond
}

export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
