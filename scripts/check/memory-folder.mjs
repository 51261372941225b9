import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const neededBytes = 4 * 1024 ** 3

/**
 * A folder in memory for the temporary files of tests, where databases are copied in a twentieth of the time. Undefined
 * if it does not exist, has too little room or runs no programs.
 */
export function memoryFolder(folder = '/dev/shm') {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (Math.min(bavail * bsize, freemem() / 2) < neededBytes) return undefined
    return runsPrograms(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

function runsPrograms(folder) {
  const probe = mkdtempSync(join(folder, 'dojo-probe-'))
  try {
    const program = join(probe, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(probe, { recursive: true })
  }
}
