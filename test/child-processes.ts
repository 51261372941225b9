import { readFileSync } from 'node:fs'

/** Ids of the running child processes. */
export function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return pids.filter(Boolean).map(Number)
}
