import { existsSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorMessage, Failure } from '#platform/failure.ts'
import { launch, reasonIn, type Settings } from './embedded/launch.server.ts'
import { lockFolder } from './embedded/lock.server.ts'
import { clearRemains, findPostmaster, port, runsIn, stopPostmaster } from './embedded/postmaster.server.ts'
import { createCluster, dojo, removeHalfClusters } from './embedded/programs.server.ts'

interface EmbeddedOptions {
  dataDir: string
  settings?: Settings
  log: { info(message: string): void; warn(message: string): void }
}

export interface EmbeddedServer {
  connection: pg.ClientConfig
  cluster: string
  stop(): Promise<void>
}

const longestSocketPath = 103
const [checkMs, retryMs] = [500, 2_000]

/**
 * Starts the PostgreSQL that npm installed, or adopts one that outlived a killed process, and keeps it running until
 * `stop`. Each folder has one server, used by one process.
 */
export async function startEmbedded({ dataDir, settings, log }: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = resolve(dataDir)
  const logFile = join(folder, 'server.log')
  mkdirSync(folder, { recursive: true })
  const unlock = lockFolder(folder)
  try {
    removeHalfClusters(folder)
    if (!existsSync(join(folder, 'cluster'))) createCluster(join(folder, 'cluster'))
    // A link in data of early releases.
    const cluster = realpathSync(join(folder, 'cluster'))
    const stopping = new AbortController()
    const pid = await adoptOrLaunch(cluster, logFile, settings)
    const keeping = keepRunning(pid, cluster, stopping.signal)
    const stop = async () => {
      stopping.abort()
      await stopPostmaster(await keeping, cluster)
      unlock()
    }
    return { connection: connectionOf(cluster), cluster, stop }
  } catch (error) {
    unlock()
    if (error instanceof Failure) throw error
    throw new Failure(`PostgreSQL in ${folder} cannot be started: ${errorMessage(error)}`, { cause: error })
  }

  /** Starts a server that has ended again, for as long as it takes. Returns the process at the stop. */
  async function keepRunning(pid: number, cluster: string, signal: AbortSignal): Promise<number> {
    for (let problem = ''; ; ) {
      await sleep(problem ? retryMs : checkMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return pid
      if (runsIn(pid, cluster)) continue
      if (!problem) log.warn(`PostgreSQL ended (${reasonIn(logFile) ?? 'see its log'}); starting it again`)
      try {
        pid = await adoptOrLaunch(cluster, logFile, settings)
        log.info('PostgreSQL is back')
        problem = ''
      } catch (error) {
        if (errorMessage(error) !== problem) log.warn(`PostgreSQL is not back yet: ${errorMessage(error)}`)
        problem = errorMessage(error)
      }
    }
  }
}

/** The connection to the server that another process runs in `dataDir`; undefined if there is none. */
export function runningEmbedded(dataDir: string): pg.ClientConfig | undefined {
  const path = join(dataDir, 'cluster')
  const cluster = existsSync(path) ? realpathSync(path) : path
  return findPostmaster(cluster) && connectionOf(cluster)
}

async function adoptOrLaunch(cluster: string, logFile: string, settings: Settings = {}): Promise<number> {
  for (let found = findPostmaster(cluster); found; found = findPostmaster(cluster)) {
    if (found.isReady) return found.pid
    await sleep(20)
  }
  await clearRemains(cluster)
  return launch(cluster, logFile, settings)
}

function connectionOf(cluster: string): pg.ClientConfig {
  const isShort = join(cluster, `.s.PGSQL.${port}`).length <= longestSocketPath
  const host = isShort ? cluster : `/proc/${process.pid}/fd/${openSync(cluster, 'r')}`
  return { host, port, user: dojo, database: dojo }
}
