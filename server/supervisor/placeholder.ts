import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/config/config.server.ts'
import { type Listener, listen } from '#server/listen.ts'
import { startingApp } from '#server/starting.ts'

/** Listens on the port while no worker does, so that clients get 503 with Retry-After. */
export interface Placeholder {
  take(): Promise<void>
  release(): Promise<void>
  close(): Promise<void>
}

const attempts = 40
const attemptDelayMs = 25

/** Opens the port. Fails at once if it is in use. */
export async function openPlaceholder(config: Config): Promise<Placeholder> {
  let listener: Listener | undefined = await listen(startingApp(config), config)
  let closed = false
  let last: Promise<void> = Promise.resolve()

  function inOrder(work: () => Promise<void>): Promise<void> {
    last = last.then(work)
    return last
  }

  async function take(): Promise<void> {
    // The listener of the last worker closes shortly after the worker ended.
    for (let attempt = 0; !listener && !closed && attempt < attempts; attempt++) {
      listener = await listen(startingApp(config), config).catch(() => undefined)
      if (!listener) await sleep(attemptDelayMs)
    }
  }

  async function release(): Promise<void> {
    await listener?.close(0)
    listener = undefined
  }

  return {
    take: () => inOrder(take),
    release: () => inOrder(release),
    close() {
      closed = true
      return inOrder(release)
    },
  }
}
