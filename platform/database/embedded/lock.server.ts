import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, Failure } from '#platform/failure.ts'

interface FolderLock {
  release(): void
}

const sqliteBusy = 5
const timeoutMs = 3_000
const retryMs = 50

/**
 * Locks a folder for this process. The kernel holds the lock, so it ends with the process, and it works between
 * containers that share the folder but no process ids. Waits up to 3 s for a process that is about to end.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const database = tryLock(join(folder, 'lock'), folder)
    if (database) {
      await writeFile(ownerFile(folder), `${process.pid} ${hostname()}\n`).catch(() => undefined)
      return { release: () => void (database.isOpen && database.close()) }
    }
    if (waitedMs >= timeoutMs) {
      throw new Failure(
        `${folder} is in use by another process${await ownerOf(folder)}: stop it first, or set another DATA_DIR`,
      )
    }
    await sleep(retryMs)
  }
}

/** SQLite's file lock is the only one that Node offers: an open transaction on an empty database holds it. */
function tryLock(file: string, folder: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if ((error as { errcode?: unknown }).errcode === sqliteBusy) return undefined
    throw new Failure(`${folder} cannot be locked: ${errorMessage(error)}`)
  }
}

async function ownerOf(folder: string): Promise<string> {
  const [pid, host] = (await readFile(ownerFile(folder), 'utf8').catch(() => '')).trim().split(' ')
  if (!pid) return ''
  return host === hostname() ? ` (pid ${pid})` : ` (pid ${pid} on ${host})`
}

function ownerFile(folder: string): string {
  return join(folder, 'lock.owner')
}
