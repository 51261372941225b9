import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, launch, reasonIn, superuser } from '#platform/database/embedded/launch.server.ts'
import { lockFolder } from '#platform/database/embedded/lock.server.ts'
import {
  clearRemains,
  findPostmaster,
  type Postmaster,
  runsIn,
  stopPostmaster,
} from '#platform/database/embedded/postmaster.server.ts'
import { locatePrograms } from '#platform/database/embedded/programs.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'

interface EmbeddedOptions {
  dataDir: string
  settings?: Record<string, string>
  log: { info(message: string): void; warn(message: string): void }
}

export interface EmbeddedServer {
  connection: pg.ClientConfig
  cluster: string
  stop(): Promise<void>
}

const database = 'dojo'
const longestSocketPath = 103
const checkMs = 500
const retryMs = 2_000

/**
 * Starts the PostgreSQL that npm installed, or adopts one that outlived a killed process, and keeps it running until
 * `stop`. Each folder has one server, used by one process.
 */
export async function startEmbedded({
  dataDir,
  settings = {},
  log,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = resolve(dataDir)
  const logFile = join(folder, 'server.log')
  const stopping = new AbortController()
  mkdirSync(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  try {
    // PostgreSQL's account has to pass it.
    if (process.getuid?.() === 0) chmodSync(folder, statSync(folder).mode | 0o011)
    if (!existsSync(join(folder, 'cluster'))) createCluster(join(folder, 'cluster'))
    // A link in data of early releases.
    const cluster = realpathSync(join(folder, 'cluster'))
    refuseOtherVersion(cluster)
    const first = await adoptOrLaunch(cluster, logFile, settings)
    const connection = connectionOf(first)
    await ensureDatabase(connection).catch(async (error) => {
      await stopPostmaster(first, cluster)
      throw error
    })
    const keeping = keepRunning(first, cluster)
    return {
      connection,
      cluster,
      async stop() {
        stopping.abort()
        await stopPostmaster(await keeping, cluster)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    if (error instanceof Failure) throw error
    throw new Failure(`PostgreSQL in ${folder} cannot be started: ${errorMessage(error)}`, { cause: error })
  }

  /** Starts a server that has ended again, for as long as it takes. Returns the one that runs at the stop. */
  async function keepRunning(first: Postmaster, cluster: string): Promise<Postmaster> {
    const { signal } = stopping
    let [running, problem] = [first, '']
    for (;;) {
      await sleep(problem ? retryMs : checkMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return running
      if (runsIn(running.pid, cluster)) continue
      const reason = reasonIn(logFile)
      if (!problem) log.warn(`PostgreSQL ended${reason ? ` (${reason})` : ''}; starting it again`)
      try {
        running = await adoptOrLaunch(cluster, logFile, settings)
        log.info('PostgreSQL is back')
        problem = ''
      } catch (error) {
        const message = errorMessage(error)
        if (message !== problem) log.warn(`PostgreSQL is not back yet, retrying: ${message}`)
        problem = message
      }
    }
  }
}

/** The connection to the server that another process runs in `dataDir`; undefined if there is none. */
export function runningEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const path = join(dataDir, 'cluster')
  const found = existsSync(path) ? findPostmaster(realpathSync(path)) : undefined
  return found && connectionOf(found)
}

function refuseOtherVersion(cluster: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { major } = locatePrograms()
  if (found === major) return
  throw new Failure(
    `${cluster} was written by PostgreSQL ${found}, this release brings ${major}: ` +
      'move the data with pg_dump of the old release, or start with another DATA_DIR',
  )
}

async function adoptOrLaunch(cluster: string, logFile: string, settings: Record<string, string>) {
  for (let found = findPostmaster(cluster); found; found = findPostmaster(cluster)) {
    if (found.isReady) return found
    await sleep(20)
  }
  await clearRemains(cluster)
  return launch(cluster, logFile, settings)
}

function connectionOf({ socketDir, port }: Postmaster): pg.ClientConfig {
  const isShort = join(socketDir, `.s.PGSQL.${port}`).length <= longestSocketPath
  const host = isShort ? socketDir : `/proc/${process.pid}/fd/${openSync(socketDir, 'r')}`
  return { host, port, user: superuser, database }
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  const found = await client.query('select from pg_database where datname = $1', [database])
  if (found.rowCount === 0) await client.query(`create database ${database}`)
  await client.end()
}
