import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import type { EmbeddedServer } from '#platform/database/embedded.server.ts'
import { logConsole } from '#platform/log/console.server.ts'
import { createLogger, type Logger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { banner } from '#server/banner.ts'
import { start } from '#server/start.ts'
import { reportFailure, stopController, stopOnUncaughtErrors } from '#server/stop.ts'
import { connectStore, startPostgres } from '#server/store.ts'
import { runWorkers } from '#server/workers.ts'

export interface RunOptions {
  root: string
  /** Loads the app. */
  build(): Promise<ServerBuild>
  adoptDemoData?: boolean
  /** In development. */
  vite?: ViteDevServer
}

const stopTimeoutMs = 14_000

/**
 * Runs the app until a signal ends it and returns the exit code. With WEB_CONCURRENCY above 1 this process starts
 * PostgreSQL, prepares the database and keeps as many server processes running; otherwise it serves itself.
 */
export async function run({ root, build, vite, adoptDemoData = false }: RunOptions): Promise<number> {
  const begun = performance.now()
  const progress = createProgress(process.stdout)
  const stopping = stopController({ force, timeoutMs: stopTimeoutMs })
  const { signal } = stopping
  let log: Logger | undefined
  let postgres: EmbeddedServer | undefined
  try {
    loadEnvFile(join(root, '.env'))
    const config = readConfig(process.env)
    const logger = createLogger({ level: config.logLevel })
    log = logger
    if (!vite) logConsole(logger)
    const failed = stopOnUncaughtErrors(log, stopping)
    const { isWorker } = cluster
    const isPrimary = !isWorker && !vite && config.workers > 1
    if (!isWorker && config.databaseUrl === undefined)
      postgres = await progress.step('Starting PostgreSQL', () => startPostgres(config, logger))
    const server = await start({
      ...{ root, build, vite, config, log, progress, signal, adoptDemoData },
      prepares: !isWorker,
      serves: !isPrimary,
      openStore: () => connectStore(config, { connection: postgres?.connection, log: logger, signal }),
    })
    const say = () => progress.say(banner(config, server.productName, (performance.now() - begun) / 1000))
    if (isPrimary) {
      await server.stop()
      await runWorkers({ size: config.workers, log, signal, onServing: say })
    } else {
      if (!isWorker) say()
      if (!signal.aborted) await once(signal, 'abort')
      if (!isWorker) progress.say('Stopping: open requests may finish.')
      await server.stop()
    }
    return failed() ? 1 : 0
  } catch (error) {
    // Aborted during the start, which has closed what it opened.
    if (signal.aborted) return 0
    reportFailure(error, log)
    return 1
  } finally {
    await postgres?.stop()
  }

  function force(): void {
    setTimeout(() => process.exit(1), 5_000).unref()
    void Promise.resolve(postgres?.stop()).finally(() => process.exit(1))
  }
}
