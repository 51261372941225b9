import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, locateBinaries } from '#platform/database/embedded/binaries.server.ts'
import { type Claim, claimServer } from '#platform/database/embedded/claim.server.ts'
import { ensureCluster, superuser } from '#platform/database/embedded/cluster.server.ts'
import { type LaunchOptions, launch } from '#platform/database/embedded/launch.server.ts'
import {
  clearRemains,
  findPostmaster,
  type Postmaster,
  stopPostmaster,
} from '#platform/database/embedded/postmaster.server.ts'
import { serverUser } from '#platform/database/embedded/user.server.ts'
import { reasonOf } from '#platform/failure.ts'

export interface EmbeddedOptions {
  /** Holds the cluster and the server's log. */
  dataDir: string
  settings?: Record<string, string>
  log: { info(message: string): void; warn(message: string): void }
}

export interface EmbeddedServer {
  connection: pg.ClientConfig
  /** Where the rows are; outside dataDir only when PostgreSQL's account cannot enter it. */
  cluster: string
  stop(): Promise<void>
}

const database = 'dojo'
/** For root only: what PostgreSQL's account must reach when the project lies in a closed folder. */
const sharedDir = '/var/lib/creative-dojo'

/**
 * Starts the PostgreSQL that npm installed, or adopts the one that outlived a killed process, and keeps it
 * running until `stop`. Several may run at once in different folders; two processes never share one.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir)
  const user = serverUser()
  const shared = user ? sharedDir : dataDir
  const binaries: Binaries = await locateBinaries(user, shared)
  const cluster = await ensureCluster({ dataDir, sharedDir: shared, binaries, user })
  const settings = options.settings ?? {}
  const logFile = join(dataDir, 'server.log')
  const plan: LaunchOptions = { postgres: binaries.postgres, cluster, logFile, user, settings }

  const running = await open(plan, dataDir)
  const supervision = supervise(running, () => open(plan, dataDir), cluster, options.log)
  let stopped: Promise<void> | undefined
  function stop(): Promise<void> {
    stopped ??= supervision.stop()
    return stopped
  }
  return { connection: running.connection, cluster, stop }
}

/** How to reach the server that another process runs in `dataDir`; undefined when none does. */
export async function runningEmbedded(dataDir: string): Promise<pg.ClientConfig | undefined> {
  const user = serverUser()
  const sharedIn = user ? sharedDir : resolve(dataDir)
  const binaries = await locateBinaries(user, sharedIn)
  const cluster = await ensureCluster({ dataDir: resolve(dataDir), sharedDir: sharedIn, binaries, user })
  const found = await findPostmaster(cluster)
  return found && { host: found.socketDir, port: found.port, user: superuser, database }
}

interface Running {
  postmaster: Postmaster
  connection: pg.ClientConfig
  claim: Claim
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
    await sleep(20)
  }
  await clearRemains(plan.cluster)
  return launch(plan)
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
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

/** Brings the server back each time the claim on it is lost, which is how its death is noticed. */
function supervise(
  first: Running,
  reopen: () => Promise<Running>,
  cluster: string,
  log: EmbeddedOptions['log'],
) {
  let running = first
  let stopping = false
  const interrupt = new AbortController()

  async function watch(): Promise<void> {
    for (;;) {
      await running.claim.lost
      if (stopping) return
      log.warn('PostgreSQL went away; bringing it back')
      running = await retry(reopen)
      // Told to stop meanwhile: the claim that was let go was the old one.
      if (stopping) return running.claim.release()
      log.info('PostgreSQL is back')
    }
  }

  async function retry(work: () => Promise<Running>): Promise<Running> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        return await work()
      } catch (error) {
        if (stopping) throw error
        log.warn(`PostgreSQL is not back yet: ${reasonOf(error)}`)
        await sleep(pause, undefined, { signal: interrupt.signal })
      }
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!stopping) throw error
  })
  return {
    async stop(): Promise<void> {
      stopping = true
      interrupt.abort()
      await running.claim.release().catch(() => undefined)
      await watching
      await stopPostmaster((await findPostmaster(cluster)) ?? running.postmaster, cluster)
    },
  }
}
