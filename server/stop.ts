import { Failure } from '#platform/failure.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import type { Logger } from '#platform/log/log.server.ts'

interface StopOptions {
  /** Called at a second signal, or if the process still runs `timeoutMs` after the first. */
  force(): void
  timeoutMs?: number
}

/** npm forwards a Ctrl-C that the process also gets from the terminal; both count as one. */
const sameSignalMs = 500

/** Aborts at the first SIGINT or SIGTERM, or when `abort` is called. */
export function stopController({ force, timeoutMs }: StopOptions): AbortController {
  const controller = new AbortController()
  let first = 0
  function onSignal(): void {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort()
    } else if (performance.now() - first > sameSignalMs) force()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  if (timeoutMs) controller.signal.addEventListener('abort', () => void setTimeout(force, timeoutMs).unref())
  return controller
}

/**
 * Logs an error that nothing caught and, unless a request caused it, starts a graceful stop, because the state of the
 * process is unknown. The returned function tells whether that happened.
 */
export function stopOnUncaughtErrors(log: Logger, controller: AbortController): () => boolean {
  let failed = false
  function onFault(kind: string, error: unknown): void {
    if (currentRequestId() !== undefined) {
      log.error({ err: error }, `${kind} in a request`)
      return
    }
    // The reader of the output is gone: logging this would cause the next error.
    if (failed && (error as { code?: unknown } | undefined)?.code === 'EPIPE') return
    log.fatal({ err: error }, `${kind}: the process stops`)
    failed = true
    controller.abort()
  }
  process.on('uncaughtException', (error) => onFault('uncaught exception', error))
  process.on('unhandledRejection', (error) => onFault('unhandled rejection', error))
  return () => failed
}

/** One line for an expected failure, the stack for a bug. */
export function reportFailure(error: unknown, log: Logger | undefined): void {
  if (error instanceof Failure) process.stderr.write(`${error.message}\n`)
  else if (log) log.fatal({ err: error }, 'the start failed')
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}
