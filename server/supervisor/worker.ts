import { readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { logConsole } from '#platform/log/console.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { createProgress } from '#platform/log/progress.server.ts'
import { start } from '#server/start.ts'
import { connectTimeoutMs, openConnection, openUrl, type Store } from '#server/store.ts'
import {
  aliveIntervalMs,
  type FromWorker,
  failureExitCode,
  filledExitCode,
  type ToWorker,
  type WorkerStart,
} from './messages.ts'
import { aborted, reportFailure, stopController, stopOnUnhandledErrors } from './process.ts'

// A server process forked by the supervisor. Node ends it when the supervisor is gone. Both receive the signals of a
// terminal; the supervisor handles a repeated one.
const faultStopTimeoutMs = 12_000
const config = readConfig(process.env)
const log = createLogger({ level: config.logLevel, human: process.stderr.isTTY })
logConsole(log)
const filled = new Error('the demo is filled')
const stopping = stopController({ force: () => undefined, timeoutMs: faultStopTimeoutMs })
const failed = stopOnUnhandledErrors(log, stopping)

process.on('message', (message: ToWorker) => {
  if (message.type === 'stop') stopping.abort()
})
stopping.signal.addEventListener('abort', () => {
  if (!failed()) return
  send({ type: 'failing' })
  setTimeout(() => process.exit(1), faultStopTimeoutMs).unref()
})
process.exit(await work((await received('start')).start))

async function work({ root, connection, prepare, adoptDemoData }: WorkerStart): Promise<number> {
  const { signal } = stopping
  try {
    const server = await start({
      root,
      dev: false,
      config,
      log,
      progress: createProgress(process.stdout),
      signal,
      prepare,
      adoptDemoData,
      onFilled() {
        throw filled
      },
      openStore: () => openWorkerStore(connection, prepare),
      async freePort() {
        send({ type: 'prepared' })
        await Promise.race([received('listen'), aborted(signal)])
        signal.throwIfAborted()
      },
    })
    send({ type: 'serving' })
    setInterval(() => send({ type: 'alive' }), aliveIntervalMs).unref()
    await aborted(signal)
    await server.stop()
    return failed() ? 1 : 0
  } catch (error) {
    if (signal.aborted && error === signal.reason) return failed() ? 1 : 0
    if (error === filled) return filledExitCode
    reportFailure(error, log)
    return error instanceof Failure ? failureExitCode : 1
  }
}

/** After the first start the settings are known to be right, so the worker waits for an unavailable database. */
async function openWorkerStore(connection: WorkerStart['connection'], first: boolean): Promise<Store> {
  const { databaseUrl } = config
  if (connection || databaseUrl === undefined) {
    return openConnection({ connection: connection ?? {}, poolSize: config.poolSize }, log)
  }
  const timeoutMs = first ? connectTimeoutMs : Number.POSITIVE_INFINITY
  const connect = () => openUrl(databaseUrl, config, { log, signal: stopping.signal, timeoutMs })
  return first ? createProgress(process.stdout).step('Connecting to PostgreSQL', connect) : connect()
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message)
}

function received<Type extends ToWorker['type']>(type: Type): Promise<Extract<ToWorker, { type: Type }>> {
  return new Promise((resolve) => {
    process.on('message', function onMessage(message: ToWorker) {
      if (message.type !== type) return
      process.off('message', onMessage)
      resolve(message as Extract<ToWorker, { type: Type }>)
    })
  })
}
