import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#platform/database/outage.ts'
import { errorMessage } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'

const retryMs = 1_000

/** Repeats `work` until the server that it needs can be reached. Logs once what it waits for. */
export async function whenReachable<Result>(
  work: () => Promise<Result>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<Result> {
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      if (isFirst) log.warn(`${errorMessage(error)}: waiting for it`)
      await sleep(retryMs, undefined, { signal })
    }
  }
}

/** An outage of the database, or a bucket that does not answer or answers with a server error. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
  return isOutage(error) || error.name === 'TimeoutError' || status >= 500 || isAway(error.cause)
}
