import { join } from 'node:path'
import { type Config, loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { createLogger, type Logger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { banner } from '#server/banner.ts'
import { start } from '#server/start.ts'

export interface RunOptions {
  root: string
  dev: boolean
}

const stopWithin = 14_000
/** npm passes on a Ctrl-C that the terminal sends to us as well: the two are one. */
const sameSignalWithin = 500

/** Runs the server until it is told to stop. The result is the process's exit code. */
export async function run({ root, dev }: RunOptions): Promise<number> {
  const begun = performance.now()
  const progress = createProgress(process.stdout)
  const stopping = stopSignal()
  let log: Logger | undefined
  try {
    loadEnvFile(join(root, '.env'))
    const config: Config = readConfig(process.env)
    log = createLogger({ level: config.logLevel, human: process.stderr.isTTY })
    surviveFaults(log)
    const server = await start({ root, dev, config, log, progress, signal: stopping })
    progress.say(banner(config, (performance.now() - begun) / 1000))
    await told(stopping)
    progress.say('Stopping: open requests may finish.')
    await server.stop()
    return 0
  } catch (error) {
    // Called off while starting: what was begun is stopped by now.
    if (stopping.aborted && error === stopping.reason) return 0
    report(error, log)
    return 1
  }
}

/** Aborts at the first SIGINT or SIGTERM. A second one, or a stop that takes too long, ends the process at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  let first = 0
  function onSignal(): void {
    if (controller.signal.aborted) {
      if (performance.now() - first > sameSignalWithin) process.exit(1)
      return
    }
    first = performance.now()
    controller.abort()
    setTimeout(() => process.exit(1), stopWithin).unref()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return controller.signal
}

/** A promise that nobody waited for is a bug to mend, but no reason to turn every member away. */
function surviveFaults(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a fault that nobody handled'))
}

function told(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function report(error: unknown, log: Logger | undefined): void {
  if (error instanceof Failure) process.stderr.write(`${error.message}\n`)
  else if (log) log.fatal({ err: error }, 'the start failed')
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
