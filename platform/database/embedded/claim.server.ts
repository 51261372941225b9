import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorMessage, Failure } from '#platform/failure.ts'

const sqliteBusy = 5
const timeoutMs = 3_000
const retryMs = 50

/** Held while this process uses the server. It ends with the connection, so also after kill -9. */
export interface Claim {
  lost: Promise<void>
  release(): Promise<void>
}

/** For management connections: a stopped server accepts connections and never answers. */
export const managerTimeouts = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 }
const claimKey = 7_305_604

/**
 * Makes this process the only manager of the server. The claim of a killed process ends shortly after it; one that
 * lasts longer belongs to a running process, and this call fails.
 */
export async function claimServer(connection: pg.ClientConfig, dataDir: string): Promise<Claim> {
  const client = new pg.Client({
    ...connection,
    ...managerTimeouts,
    application_name: `manager ${process.pid}`,
  })
  client.on('error', () => undefined)
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  for (let waitedMs = 0; !(await tryClaim(client)); waitedMs += retryMs) {
    if (waitedMs < timeoutMs) await sleep(retryMs)
    else {
      const holder = await holderOf(client)
      await client.end()
      throw new Failure(
        `${dataDir} is in use by another process${holder}: stop it first, or set another DATA_DIR`,
      )
    }
  }
  return { lost, release: () => client.end() }
}

async function tryClaim(client: pg.Client): Promise<boolean> {
  const result = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [claimKey])
  return result.rows[0]?.got === true
}

async function holderOf(client: pg.Client): Promise<string> {
  const result = await client.query<{ name: string }>(
    `select activity.application_name as name from pg_locks join pg_stat_activity activity using (pid)
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and objid = $1 and granted`,
    [claimKey],
  )
  const pid = /^manager (\d+)$/.exec(result.rows[0]?.name ?? '')?.[1]
  return pid ? ` (pid ${pid})` : ''
}

interface FolderLock {
  release(): void
}

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
