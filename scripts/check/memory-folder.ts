import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const neededBytes = 4 * 1024 ** 3

/**
 * A folder in memory for the temporary files of tests, where databases are copied in a twentieth of the time. Undefined
 * if it does not exist, has too little room or runs no programs.
 */
export function memoryFolder(folder = '/dev/shm'): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (Math.min(bavail * bsize, freemem() / 2) < neededBytes) return undefined
    const probe = mkdtempSync(join(folder, 'dojo-probe-'))
    writeFileSync(join(probe, 'program'), '#!/bin/sh\n', { mode: 0o755 })
    const { status } = spawnSync(join(probe, 'program'))
    rmSync(probe, { recursive: true })
    return status === 0 ? folder : undefined
  } catch {
    return undefined
  }
}
