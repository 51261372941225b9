import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorMessage, Failure } from '#platform/failure.ts'

const sqliteBusy = 5
/** For a process that is about to end. */
const longestWaitMs = 3_000

/**
 * Locks a folder and returns the function that releases it. SQLite's file lock is the only one that Node offers: it ends
 * with the process, and works between containers that share the folder.
 */
export function lockFolder(folder: string): () => void {
  const owner = join(folder, 'lock.owner')
  try {
    const lock = new DatabaseSync(join(folder, 'lock'), { timeout: longestWaitMs })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    writeFileSync(owner, `pid ${process.pid} on ${hostname()}`)
    return () => lock.isOpen && lock.close()
  } catch (error) {
    const isHeld = (error as { errcode?: unknown }).errcode === sqliteBusy
    if (!isHeld) throw new Failure(`${folder} cannot be locked: ${errorMessage(error)}`)
    const holder = `is in use by another process (${readFileSync(owner, 'utf8')})`
    throw new Failure(`${folder} ${holder}: stop it first, or set another DATA_DIR`)
  }
}
