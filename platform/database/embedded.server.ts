import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverUser } from '#platform/database/embedded/access.server.ts'
import { type Binaries, locateBinaries } from '#platform/database/embedded/binaries.server.ts'
import {
  type Claim,
  claimServer,
  lockFolder,
  managerTimeouts,
} from '#platform/database/embedded/claim.server.ts'
import { ensureCluster, superuser } from '#platform/database/embedded/cluster.server.ts'
import { type LaunchOptions, lastFailure, launch } from '#platform/database/embedded/launch.server.ts'
import {
  clearRemains,
  findPostmaster,
  type Postmaster,
  stopPostmaster,
} from '#platform/database/embedded/postmaster.server.ts'
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
/** For root only: a copy of the program, when PostgreSQL's account cannot run it in the project's folder. */
const sharedDir = '/var/lib/creative-dojo'
const cannotConnectNow = '57P03'
const recoveryTimeoutMs = 60_000
const recoveryRetryMs = 200

/**
 * Starts the PostgreSQL that npm installed, or adopts one that outlived a killed process, and keeps it running until
 * `stop`. Each folder has one server, used by one process.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir)
  try {
    const server = await startLocked(dataDir, options)
    return {
      ...server,
      async stop() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    if (error instanceof Failure || typeof (error as { code?: unknown }).code !== 'string') throw error
    throw new Failure(`PostgreSQL in ${dataDir} cannot be started: ${errorMessage(error)}`, { cause: error })
  }
}

async function startLocked(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { settings = {}, log } = options
  const user = serverUser()
  const binaries: Binaries = await locateBinaries(user, user ? sharedDir : dataDir)
  const cluster = await ensureCluster({ dataDir, binaries, user, warn: (message) => log.warn(message) })
  const logFile = join(dataDir, 'server.log')
  const stopping = new AbortController()
  const { signal } = stopping
  const plan: LaunchOptions = { postgres: binaries.postgres, cluster, logFile, user, settings, signal }

  const adopted = await findPostmaster(cluster)
  const running = await openFirst(plan, dataDir).catch(async (error: unknown) => {
    const left = adopted ? undefined : await findPostmaster(cluster)
    if (left) await stopPostmaster(left, cluster)
    throw error
  })
  const supervision = supervise({ first: running, reopen: () => open(plan, dataDir), plan, stopping, log })
  let stopped: Promise<void> | undefined
  function stop(): Promise<void> {
    stopped ??= supervision.stop()
    return stopped
  }
  return { connection: running.connection, cluster, stop }
}

/** The connection to the server that another process runs in `dataDir`; undefined if there is none. */
export async function runningEmbedded(dataDir: string): Promise<pg.ClientConfig | undefined> {
  const cluster = await realpath(join(dataDir, 'cluster')).catch(() => undefined)
  const found = cluster && (await findPostmaster(cluster))
  return found ? { host: found.socketDir, port: found.port, user: superuser, database } : undefined
}

interface Running {
  postmaster: Postmaster
  connection: pg.ClientConfig
  claim: Claim
}

async function openFirst(plan: LaunchOptions, dataDir: string): Promise<Running> {
  for (let waitedMs = 0; ; waitedMs += recoveryRetryMs) {
    try {
      return await open(plan, dataDir)
    } catch (error) {
      const recovers = (error as { code?: unknown }).code === cannotConnectNow
      if (!recovers || waitedMs > recoveryTimeoutMs) throw error
      await sleep(recoveryRetryMs)
    }
  }
}

async function open(plan: LaunchOptions, dataDir: string): Promise<Running> {
  const postmaster = await adoptOrLaunch(plan)
  const connection = { host: postmaster.socketDir, port: postmaster.port, user: superuser, database }
  await ensureDatabase(connection)
  return { postmaster, connection, claim: await claimServer(connection, dataDir) }
}

async function adoptOrLaunch(plan: LaunchOptions): Promise<Postmaster> {
  for (let found = await findPostmaster(plan.cluster); found; found = await findPostmaster(plan.cluster)) {
    if (found.status === 'ready') return found
    plan.signal.throwIfAborted()
    await sleep(20)
  }
  await clearRemains(plan.cluster)
  return launch(plan)
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, ...managerTimeouts, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } catch (error) {
    const duplicate = ['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')
    if (!duplicate) throw error
  } finally {
    await client.end()
  }
}

interface Supervision {
  first: Running
  reopen(): Promise<Running>
  plan: LaunchOptions
  stopping: AbortController
  log: EmbeddedOptions['log']
}

/** Restarts the server whenever the claim is lost, which is how its death is noticed. */
function supervise({ first, reopen, plan, stopping, log }: Supervision) {
  const { signal } = stopping
  let running = first

  async function watch(): Promise<void> {
    for (;;) {
      await running.claim.lost
      if (signal.aborted) return
      const reason = await lastFailure(plan.logFile)
      log.warn(`PostgreSQL ended${reason ? ` (${reason})` : ''}; starting it again`)
      running = await retry(reopen)
      // A stop during the restart has released only the old claim.
      if (signal.aborted) return running.claim.release()
      log.info('PostgreSQL is back')
    }
  }

  async function retry(work: () => Promise<Running>): Promise<Running> {
    let last = ''
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted) throw error
        const reason = errorMessage(error)
        if (reason !== last) log.warn(`PostgreSQL is not back yet, retrying: ${reason}`)
        last = reason
        await sleep(pause, undefined, { signal })
      }
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await running.claim.release().catch(() => undefined)
      await watching
      const { cluster } = plan
      await stopPostmaster((await findPostmaster(cluster)) ?? running.postmaster, cluster)
    },
  }
}
