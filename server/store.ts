import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.server.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#platform/database/database.server.ts'
import { type EmbeddedServer, runningEmbedded, startEmbedded } from '#platform/database/embedded.server.ts'
import { inspectServer, serverProblem, setRoleTimeouts } from '#platform/database/pooler.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'
import { whenReachable } from '#server/wait.ts'

export interface Store {
  db: Database
  /** For jobs, which do not compete with requests for connections. */
  background: Database
  close(): Promise<void>
}

interface StoreOptions {
  /** Of the embedded server; undefined in a server process that did not start it, and with DATABASE_URL. */
  connection?: pg.ClientConfig | undefined
  log: Logger
  /** Until it aborts, a database that is away is waited for. */
  signal: AbortSignal
}

type ConnectionOptions = Omit<DatabaseOptions, 'poolSize'> & { poolSize: number }

/** All jobs start at once and share few connections. */
const backgroundWaitMs = 15_000
/** The claim on the server, long reads, commands, and PostgreSQL's reserved connections. */
const otherConnections = 20
const defaultConnections = 100

/** For the app: the database of DATABASE_URL, else the embedded server, which already runs. */
export async function connectStore(
  config: Config,
  { connection, log, signal }: StoreOptions,
): Promise<Store> {
  const { databaseUrl, poolSize } = config
  if (databaseUrl !== undefined)
    return whenReachable(() => openUrl(databaseUrl, config, log), { log, signal })
  const running = connection ?? runningEmbedded(join(config.dataDir, 'postgres'))
  if (!running) throw new Failure('The embedded PostgreSQL does not run')
  return openConnection({ connection: running, poolSize }, log)
}

export async function startPostgres(config: Config, log: Logger): Promise<EmbeddedServer> {
  await ensureDataFolder(config.dataDir)
  // Each process has one more, which listens.
  const connections = config.workers * (config.poolSize + 1) + otherConnections
  const settings = { max_connections: String(Math.max(defaultConnections, connections)) }
  return startEmbedded({ dataDir: join(config.dataDir, 'postgres'), settings, log })
}

/** Creates DATA_DIR. Throws a Failure if it is not writable. */
export async function ensureDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new Failure(`DATA_DIR ${folder} cannot be written: ${errorMessage(error)}`)
  }
}

/** The pools of a running server. Together they open at most `poolSize` connections. */
export function openConnection(
  { poolSize, ...options }: ConnectionOptions,
  log: Pick<Logger, 'warn'>,
): Store {
  // The last connections may be closed by the server, which stops next.
  let isClosing = false
  const onIdleError = (error: Error) => {
    if (!isClosing) log.warn(`a database connection was lost: ${errorMessage(error)}`)
  }
  const reserved = backgroundPoolSize(poolSize)
  const db = openDatabase({ ...options, onIdleError, poolSize: poolSize - reserved, kept: 1 })
  const waitMs = backgroundWaitMs
  // Jobs meet one member and a hundred thousand: a plan that is kept for both could take minutes for the latter.
  const background = openDatabase({
    ...options,
    onIdleError,
    poolSize: reserved,
    kept: 1,
    waitMs,
    preparedStatements: false,
  })
  return {
    db,
    background,
    async close() {
      isClosing = true
      await Promise.all([db.close(), background.close()])
    },
  }
}

/** How many of a process's `poolSize` connections serve jobs. */
function backgroundPoolSize(poolSize: number): number {
  return poolSize < 8 ? 1 : 2
}

/** The database of DATABASE_URL. Throws a Failure if it cannot be used. */
export async function openUrl(
  url: string,
  { preparedStatements, poolSize }: Pick<Config, 'preparedStatements' | 'poolSize'>,
  log: Pick<Logger, 'warn'>,
): Promise<Store> {
  const connection = { connectionString: url } as pg.ClientConfig
  try {
    const { pooled, ...facts } = await inspectServer(connection)
    const problem = serverProblem(facts)
    if (problem) throw new Failure(`DATABASE_URL: ${problem}`)
    if (pooled) await setRoleTimeouts(connection).catch((error) => warnWithoutTimeouts(error, log))
    const prepared = preparedStatements === undefined ? {} : { preparedStatements }
    return openConnection({ connection, poolSize, pooled, ...prepared }, log)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure(`DATABASE_URL ${placeOf(url)} ${errorMessage(cause)}`, { cause })
  }
}

function warnWithoutTimeouts(error: unknown, log: Pick<Logger, 'warn'>): void {
  log.warn(
    `Statements outside transactions have no timeout: ALTER ROLE failed: ${errorMessage(error)}. See 'PgBouncer' in docs/operations.md.`,
  )
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `(${host}${pathname}) cannot be reached:`
}
