import type { ServerResponse } from 'node:http'
import { mostReads } from '#platform/files/s3-store.server.ts'
import { queuePerClient } from '#platform/queue.ts'

/** Of one client. A read lasts until the client has the whole file. */
const limits = { atOnce: 24, waiting: 200 }
const waitMs = 10_000

interface Reader {
  client: string
  outgoing: ServerResponse
  signal: AbortSignal
}

/** Opens a file of the bucket in turn. Null if many of the client, or of all, are being read. */
export type BucketReads = (reader: Reader, open: () => Promise<Response | null>) => Promise<Response | null>

/**
 * Limits the files of a bucket that are read at the same time, by one client and by all: each holds a connection to the
 * bucket. Beyond the limit of all, the oldest read of the client with the most is ended for a client with fewer.
 */
export function limitBucketReads(most = mostReads): BucketReads {
  const run = queuePerClient(limits)
  const reads = new Map<string, Set<ServerResponse>>()
  let count = 0

  function enter({ client, outgoing }: Reader): boolean {
    const own = reads.get(client) ?? new Set()
    // A response that is closed would never leave.
    if (outgoing.destroyed || (count >= most && !endOldest(own.size))) return false
    reads.set(client, own.add(outgoing))
    count += 1
    outgoing.once('close', () => leave(client, outgoing))
    return true
  }

  function leave(client: string, outgoing: ServerResponse): void {
    const own = reads.get(client)
    if (!own?.delete(outgoing)) return
    count -= 1
    if (own.size === 0) reads.delete(client)
  }

  function endOldest(own: number): boolean {
    const [client, most] = [...reads].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    const [oldest] = most
    if (!oldest || most.size <= own + 1) return false
    leave(client, oldest)
    oldest.destroy()
    return true
  }

  return (reader, open) => {
    const { client, outgoing, signal } = reader
    const response = Promise.withResolvers<Response | null>()
    const reading = run(
      async () => {
        if (!enter(reader)) return response.resolve(null)
        const sent = new Promise((resolve) => outgoing.once('close', resolve))
        await open().then(response.resolve, response.reject)
        if (!outgoing.destroyed) await sent
      },
      client,
      AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
    )
    reading?.catch(() => response.resolve(null))
    return reading ? response.promise : Promise.resolve(null)
  }
}
