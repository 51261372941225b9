import type { ClientPath, Queue } from '#platform/queue.ts'
import type { IdentityClient } from './client.server.ts'
import { SignInFailure } from './failure.server.ts'

/**
 * The client for one request: calls `leave` before it waits for the provider, and waits in `queue`. Throws SignInFailure
 * if too many wait there.
 */
export function waitingClient(
  client: IdentityClient,
  { queue, from, leave }: { queue: Queue; from: ClientPath; leave: () => void },
): IdentityClient {
  async function wait<T>(work: () => Promise<T>): Promise<T> {
    leave()
    const waiting = queue.run(work, from)
    if (!waiting) throw new SignInFailure('unreachable', 'too-many-wait')
    return waiting
  }
  return {
    get origin() {
      return client.origin
    },
    prepare: (milliseconds) => client.prepare(milliseconds),
    startSignIn: (options) => wait(() => client.startSignIn(options)),
    finishSignIn: (answer, secrets) => wait(() => client.finishSignIn(answer, secrets)),
  }
}
