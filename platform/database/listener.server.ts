import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorMessage } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'
import type { Database } from './database.server.ts'

interface ListenOptions {
  /** A PostgreSQL identifier. */
  channel: string
  onMessage(payload: string): void
  /** Messages may have been missed before. */
  onConnected(): void
  log: Pick<Logger, 'info' | 'warn'>
  retryMs?: { first: number; longest: number }
}

interface DatabaseListener {
  /** False while the connection is lost. */
  isListening(): boolean
  close(): Promise<void>
}

const listenerName = 'creative-dojo listening'
const checkMs = 30_000
const closeMs = 1_000

/**
 * Listens on a channel with one connection outside the pool. A lost connection is opened again, with growing waits. A
 * connection that does not answer a statement every 30 seconds is lost: nothing else would tell. Not for a pooler.
 */
export function openDatabaseListener(
  db: Pick<Database, 'connect'>,
  { channel, onMessage, onConnected, log, retryMs = { first: 500, longest: 30_000 } }: ListenOptions,
): DatabaseListener {
  const stopping = new AbortController()
  let isListening = false
  const running = keepListening()

  async function keepListening(): Promise<void> {
    let waitMs = retryMs.first
    while (!stopping.signal.aborted) {
      try {
        await listen(() => {
          waitMs = retryMs.first
        })
      } catch (error) {
        if (!stopping.signal.aborted) log.warn(`the connection for wake-ups was lost: ${errorMessage(error)}`)
      }
      isListening = false
      // Not all processes at the same moment.
      await pause(waitMs * (0.5 + Math.random()), stopping.signal)
      waitMs = Math.min(waitMs * 2, retryMs.longest)
    }
  }

  /** Rejects when the connection is lost; resolves after `close`. */
  async function listen(onOpen: () => void): Promise<void> {
    const client = await db.connect({ queryTimeoutMs: 10_000, applicationName: listenerName })
    const lost = new AbortController()
    client.once('error', (error) => lost.abort(error))
    client.once('end', () => lost.abort(new Error('the server closed it')))
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    const ending = AbortSignal.any([stopping.signal, lost.signal])
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onOpen()
      isListening = true
      if (!ending.aborted) onConnected()
      while (!ending.aborted) {
        await client.query('select 1')
        await pause(checkMs, ending)
      }
      if (lost.signal.aborted) throw lost.signal.reason
    } finally {
      await end(client)
    }
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }

  return {
    isListening: () => isListening,
    async close() {
      stopping.abort()
      // It may be waiting for a connection, which is closed once it is open.
      await Promise.race([running, sleep(closeMs)])
    },
  }
}

async function end(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), sleep(closeMs)])
}
