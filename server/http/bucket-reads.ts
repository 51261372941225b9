import type { ServerResponse } from 'node:http'
import { mostReads } from '#platform/files/s3-store.server.ts'
import { queuePerClient } from '#platform/queue.ts'
import { heldPlaces } from './held-places.ts'

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
 * bucket.
 */
export function limitBucketReads(most = mostReads): BucketReads {
  const run = queuePerClient(limits)
  const takePlace = heldPlaces(most)
  return (reader, open) => {
    const { client, outgoing, signal } = reader
    const response = Promise.withResolvers<Response | null>()
    const reading = run(
      async () => {
        if (!takePlace(client, outgoing)) return response.resolve(null)
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
