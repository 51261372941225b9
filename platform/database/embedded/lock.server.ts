import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, Failure } from '#platform/failure.ts'

const sqliteBusy = 5

/**
 * Locks a folder and returns the function that releases it. The kernel holds the lock, so it ends with the process, and
 * it works between containers that share the folder. Waits up to 3 s for a process that is about to end.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const owner = join(folder, 'lock.owner')
  for (let triesLeft = 60; triesLeft > 0; triesLeft--) {
    const lock = tryLock(folder)
    if (lock) {
      writeFileSync(owner, `pid ${process.pid} on ${hostname()}`)
      return () => lock.isOpen && lock.close()
    }
    await sleep(50)
  }
  throw new Failure(
    `${folder} is in use by another process (${readFileSync(owner, 'utf8')}): stop it first, or set another DATA_DIR`,
  )
}

/** SQLite's file lock is the only one that Node offers: an open transaction on an empty database holds it. */
function tryLock(folder: string): DatabaseSync | undefined {
  try {
    const database = new DatabaseSync(join(folder, 'lock'))
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === sqliteBusy) return undefined
    throw new Failure(`${folder} cannot be locked: ${errorMessage(error)}`)
  }
}
