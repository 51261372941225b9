import { type ClientPath, isDisplaced, type Queue } from '#platform/queue.ts'
import type { IdentityClient } from './client.server.ts'
import { SignInFailure } from './failure.server.ts'

interface Waiting {
  queue: Queue
  from: ClientPath
  /** Of the request: one whose client is gone leaves the queue. */
  signal: AbortSignal
  leave: () => void
}

/**
 * The client for one request: calls `leave` before it waits for the provider, and waits in `queue`. Throws SignInFailure
 * if too many wait there.
 */
export function waitingClient(
  client: IdentityClient,
  { queue, from, signal, leave }: Waiting,
): IdentityClient {
  async function wait<T>(work: () => Promise<T>): Promise<T> {
    leave()
    try {
      const waiting = queue.run(work, from, signal)
      if (waiting) return await waiting
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw new SignInFailure('refused', 'client-gone')
      if (!isDisplaced(error)) throw error
    }
    throw new SignInFailure('unreachable', 'too-many-wait')
  }
  return {
    get origin() {
      return client.origin
    },
    get isPrepared() {
      return client.isPrepared
    },
    prepare: (milliseconds) => client.prepare(milliseconds),
    startSignIn: (options) =>
      client.isPrepared ? client.startSignIn(options) : wait(() => client.startSignIn(options)),
    finishSignIn: (answer, secrets) => wait(() => client.finishSignIn(answer, secrets)),
  }
}
