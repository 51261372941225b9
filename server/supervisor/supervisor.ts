import { join } from 'node:path'
import { type Config, loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import type { EmbeddedServer } from '#platform/database/embedded.server.ts'
import { createLogger, type Logger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { banner } from '#server/banner.ts'
import { startPostgres } from '#server/store.ts'
import { openPlaceholder, type Placeholder } from './placeholder.ts'
import { aborted, reportFailure, stopController, stopOnUnhandledErrors } from './process.ts'
import { exchangeMetrics } from './worker-metrics.ts'
import { runWorkers, type Workers } from './workers.ts'

export interface SuperviseOptions {
  root: string
  adoptDemoData?: boolean
  /** Delays of the restarts within a minute; after the last one the supervisor gives up. */
  restartDelaysMs?: number[]
}

interface Running {
  placeholder?: Placeholder
  postgres?: EmbeddedServer
  workers?: Workers
}

const standardDelaysMs = [100, 500, 1_000, 2_000, 4_000]
const stopTimeoutMs = 12_000
const forcedStopTimeoutMs = 5_000

/**
 * Starts the embedded PostgreSQL and the server processes, restarts those that end, and stops everything at SIGINT or
 * SIGTERM. Returns the exit code: 0 after a signal, 1 if the start failed or the restarts are used up.
 */
export async function supervise(options: SuperviseOptions): Promise<number> {
  const running: Running = {}
  let forced = false
  const stopping = stopController({ force, timeoutMs: stopTimeoutMs })
  let log: Logger | undefined
  try {
    loadEnvFile(join(options.root, '.env'))
    const config = readConfig(process.env)
    log = createLogger({ level: config.logLevel, human: process.stderr.isTTY })
    const failed = stopOnUnhandledErrors(log, stopping)
    const ended = await serve({ ...options, config, log, signal: stopping.signal }, running)
    await stop(running)
    return ended === 'stopped' && !forced && !failed() ? 0 : 1
  } catch (error) {
    reportFailure(error, log)
    await stop(running)
    return 1
  }

  function force(): void {
    forced = true
    running.workers?.kill()
    setTimeout(() => process.exit(1), forcedStopTimeoutMs).unref()
  }
}

interface ServeOptions extends SuperviseOptions {
  config: Config
  log: Logger
  signal: AbortSignal
}

/** Returns after a stop signal, or when the workers ended for good. */
async function serve(options: ServeOptions, running: Running): Promise<'stopped' | 'failed'> {
  const { root, config, log, signal } = options
  const begun = performance.now()
  const progress = createProgress(process.stdout)
  const placeholder = await openPlaceholder(config)
  running.placeholder = placeholder
  if (config.databaseUrl === undefined) {
    running.postgres = await progress.step('Starting PostgreSQL', () => startPostgres(config, log))
  }
  if (signal.aborted) return 'stopped'
  const connection = running.postgres?.connection
  exchangeMetrics()
  const { restartDelaysMs = standardDelaysMs, adoptDemoData = false } = options
  const size = config.workers
  const workers = runWorkers({ root, size, adoptDemoData, restartDelaysMs, connection, placeholder, log })
  running.workers = workers
  const stopped = aborted(signal).then(() => 'stopped' as const)
  const outcome = await Promise.race([stopped, workers.serving, workers.failed])
  if (outcome === 'serving') progress.say(banner(config, (performance.now() - begun) / 1000))
  const end = outcome === 'serving' ? await Promise.race([stopped, workers.failed]) : outcome
  if (end === 'stopped') progress.say('Stopping: open requests may finish.')
  return end
}

/** PostgreSQL stops last, after all its clients. */
async function stop({ placeholder, postgres, workers }: Running): Promise<void> {
  await workers?.stop()
  await placeholder?.close()
  await postgres?.stop()
}
