import { join } from 'node:path'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { createLogger, type Logger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { banner } from '#server/banner.ts'
import { listen } from '#server/listen.ts'
import { start } from '#server/start.ts'
import { startingApp } from '#server/starting.ts'
import { openStore } from '#server/store.ts'
import { aborted, reportFailure, stopController, stopOnUnhandledErrors } from '#server/supervisor/process.ts'

export interface RunOptions {
  root: string
  dev: boolean
  adoptDemoData: boolean
}

const stopTimeoutMs = 14_000

/** Runs everything in this process, for development and measurements. Returns the exit code. */
export async function run({ root, dev, adoptDemoData }: RunOptions): Promise<number> {
  const begun = performance.now()
  const progress = createProgress(process.stdout)
  const stopping = stopController({ force: () => process.exit(1), timeoutMs: stopTimeoutMs })
  const { signal } = stopping
  let log: Logger | undefined
  try {
    loadEnvFile(join(root, '.env'))
    const config = readConfig(process.env)
    const logger = createLogger({ level: config.logLevel, human: process.stderr.isTTY })
    log = logger
    const failed = stopOnUnhandledErrors(log, stopping)
    const placeholder = await listen(startingApp(config), config)
    const server = await start({
      root,
      dev,
      config,
      log,
      progress,
      signal,
      prepare: true,
      adoptDemoData,
      openStore: () => openStore(config, logger, progress),
      freePort: () => placeholder.close(0),
    })
    progress.say(banner(config, (performance.now() - begun) / 1000))
    await aborted(signal)
    progress.say('Stopping: open requests may finish.')
    await server.stop()
    return failed() ? 1 : 0
  } catch (error) {
    // Aborted during the start, which has closed what it opened.
    if (signal.aborted && error === signal.reason) return 0
    reportFailure(error, log)
    return 1
  }
}
