import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Config, loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import type { EmbeddedServer } from '#platform/database/embedded.server.ts'
import { createLogger, type Logger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { banner } from '#server/banner.ts'
import { startPostgres } from '#server/store.ts'
import {
  aliveIntervalMs,
  type FromWorker,
  failureExitCode,
  filledExitCode,
  type ToWorker,
} from './messages.ts'
import { openPlaceholder, type Placeholder } from './placeholder.ts'
import { aborted, reportFailure, stopController, stopOnUnhandledErrors } from './process.ts'
import { exchangeMetrics } from './worker-metrics.ts'

const defaultWindowMs = 60_000
const endings: Record<number, string> = { [failureExitCode]: 'refused', [filledExitCode]: 'filled' }

export interface SuperviseOptions {
  root: string
  adoptDemoData?: boolean
  /** Delays of the restarts within a window; further ones wait until the first leaves it. */
  restartDelaysMs?: number[]
  restartWindowMs?: number
  /** A server process that is busy for so many seconds without a pause is killed. */
  longestBusySeconds?: number
}

interface Running {
  placeholder?: Placeholder
  postgres?: EmbeddedServer
  workers?: Workers
}

const defaultDelaysMs = [100, 500, 1_000, 2_000, 4_000]
const defaultBusySeconds = 30
const stopTimeoutMs = 12_000
const forcedStopTimeoutMs = 5_000

/**
 * Starts the embedded PostgreSQL and the server processes, restarts those that end, and stops everything at SIGINT or
 * SIGTERM. Returns the exit code: 0 after a signal, 1 if the start failed.
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
  const workers = runWorkers({
    root,
    size: config.workers,
    adoptDemoData: options.adoptDemoData ?? false,
    restartDelaysMs: options.restartDelaysMs ?? defaultDelaysMs,
    restartWindowMs: options.restartWindowMs ?? defaultWindowMs,
    longestBusySeconds: options.longestBusySeconds ?? defaultBusySeconds,
    connection,
    placeholder,
    log,
  })
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

interface WorkersOptions {
  root: string
  size: number
  adoptDemoData: boolean
  restartDelaysMs: number[]
  restartWindowMs: number
  longestBusySeconds: number
  connection: pg.ClientConfig | undefined
  placeholder: Placeholder
  log: Logger
}

interface Workers {
  serving: Promise<'serving'>
  /** Resolves when the first start failed for an expected reason, or several times. */
  failed: Promise<'failed'>
  stop(): Promise<void>
  kill(): void
}

/** Keeps `size` server processes running. The first one prepares the database before the others start. */
function runWorkers(options: WorkersOptions): Workers {
  const { root, size, restartDelaysMs, restartWindowMs, connection, placeholder, log } = options
  const alive = new Map<Worker, PromiseWithResolvers<void>>()
  const listening = new Set<Worker>()
  const stopping = new AbortController()
  const prepared = Promise.withResolvers<void>()
  const serving = Promise.withResolvers<'serving'>()
  const failed = Promise.withResolvers<'failed'>()
  let isPrepared = false
  let hasServed = false

  // Workers accept connections themselves: one passed from the primary to a killed worker would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // V8 collects garbage the later, the higher its limit is: a machine's default costs 80 MB more per process under load.
  const isLimited = process.env.NODE_OPTIONS?.includes('max-old-space-size')
  const execArgv = isLimited ? [] : ['--max-old-space-size=512']
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.ts'), args: [], execArgv })
  const slots = Array.from({ length: size }, async (_, slot) => {
    if (slot > 0) await Promise.race([prepared.promise, once(stopping.signal, 'abort')])
    await keepRunning()
  })

  async function keepRunning(): Promise<void> {
    const restarts: number[] = []
    while (!stopping.signal.aborted) {
      const reason = await runOnce()
      if (stopping.signal.aborted) return
      if (reason === 'filled') continue
      const since = performance.now() - restartWindowMs
      while (restarts[0] !== undefined && restarts[0] < since) restarts.shift()
      if (reason === 'refused' && !hasServed) return failed.resolve('failed')
      const most = restartDelaysMs.length
      if (restarts.length >= most && !hasServed) {
        log.fatal(`the server process ended ${most + 1} times without having served (${reason}): giving up`)
        return failed.resolve('failed')
      }
      const free = restarts.at(-most) ?? since
      const delayMs = restartDelaysMs[restarts.length] ?? Math.ceil(free - since)
      const seconds = (delayMs / 1000).toFixed(1)
      const restarting = `the server process ended (${reason}): restarting in ${seconds} s`
      if (restarts.length < most)
        log.error(`${restarting}, ${restarts.length + 1} of at most ${most} a minute`)
      else log.fatal(`${restarting}, because it ended ${most + 1} times within a minute`)
      restarts.push(performance.now() + delayMs)
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Forks a worker. Resolves with the reason when it ended, or when it stops after an error and needs a successor. */
  function runOnce(): Promise<string> {
    // Decoding images fragments glibc's arenas: two of them keep the peak of 40 uploads 70 MB lower.
    const worker = cluster.fork({ MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' })
    const gone = Promise.withResolvers<void>()
    alive.set(worker, gone)
    const ended = Promise.withResolvers<string>()
    let silentSeconds = 0
    let watch: NodeJS.Timeout | undefined
    worker.on('message', (message: FromWorker) => void onMessage(message))
    worker.on('error', (error) => {
      log.error({ err: error }, 'a server process cannot be reached')
      if (worker.process.pid === undefined) onEnd('not started')
    })
    worker.on('exit', (code: number | null, signal: string | null) =>
      onEnd(signal ?? endings[code ?? 0] ?? `exit code ${code}`),
    )
    send(worker, {
      type: 'start',
      start: { root, connection, prepare: !isPrepared, adoptDemoData: options.adoptDemoData },
    })
    return ended.promise

    // Counts its own seconds: a stopped or suspended machine makes no process look busy.
    function countSilence(): void {
      silentSeconds++
      if (silentSeconds <= options.longestBusySeconds) return
      clearInterval(watch)
      log.error(`a server process did not respond for ${options.longestBusySeconds} s and is killed`)
      worker.process.kill('SIGKILL')
    }

    function onEnd(reason: string): void {
      clearInterval(watch)
      gone.resolve()
      alive.delete(worker)
      endListening(worker)
      ended.resolve(reason)
    }

    async function onMessage({ type }: FromWorker): Promise<void> {
      if (type === 'prepared') {
        isPrepared = true
        prepared.resolve()
        listening.add(worker)
        await placeholder.release()
        send(worker, { type: 'listen' })
      } else if (type === 'serving') {
        hasServed = true
        serving.resolve('serving')
        watch = setInterval(countSilence, aliveIntervalMs)
      } else if (type === 'alive') {
        silentSeconds = 0
      } else if (type === 'failing') {
        endListening(worker)
        ended.resolve('a fault')
      }
    }
  }

  function endListening(worker: Worker): void {
    listening.delete(worker)
    if (listening.size === 0 && !stopping.signal.aborted) void placeholder.take()
  }

  return {
    serving: serving.promise,
    failed: failed.promise,
    async stop() {
      stopping.abort()
      const ends = [...alive.values()].map(({ promise }) => promise)
      for (const worker of alive.keys()) send(worker, { type: 'stop' })
      await Promise.all([...ends, ...slots])
    },
    kill() {
      for (const worker of alive.keys()) worker.process.kill('SIGKILL')
    },
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}
