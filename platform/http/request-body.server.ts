import { interruptible } from '#platform/interruptible.ts'

/** Why a body was not read completely: too large, too slow, or the total limit is reached. */
export class RequestBodyError extends Error {
  override name = 'RequestBodyError'
  readonly status: 408 | 413 | 503

  constructor(status: 408 | 413 | 503) {
    super(MESSAGES[status])
    this.status = status
  }
}

const MESSAGES = {
  408: 'The form arrived too slowly. Please try again.',
  413: 'The form is too large.',
  503: 'Too many forms are being received at the moment. Please try again.',
} as const

/** By name, because the server and the app's bundle each load their own copy of the class. */
export function isRequestBodyError(error: unknown): error is RequestBodyError {
  return error instanceof Error && error.name === 'RequestBodyError'
}

/** Whether a form of this content type may have a file. */
export function isMultipart(type: string | null): boolean {
  return type?.toLowerCase().startsWith('multipart/') === true
}

export interface BodyLimit {
  maxBytes: number
  /** Set if the route shows its own answer to a body that exceeds the limit. */
  answersItself?: true
}

/** An honest client sends far larger pieces; each costs time and memory. */
const smallestPieces = { checkedAfter: 500, averageBytes: 64 }

function isCrumbled(pieces: number, bytes: number): boolean {
  return pieces > smallestPieces.checkedAfter && bytes < pieces * smallestPieces.averageBytes
}

interface Receiving {
  client: string
  /** Fails the body with 503 and releases its bytes. */
  end(): void
}

/** A body that is received before its request is handled. */
interface Ahead extends Receiving {
  begunAt: number
  bytes: number
  /** Bytes of the last seconds, at `seenAt`. */
  recent: number
  seenAt: number
}

/** Of a body, older bytes count less: by 1/e after so many milliseconds. */
const recentMs = 2_000

function ageOf({ begunAt }: Ahead): number {
  return performance.now() - begunAt
}

function recentBytes({ recent, seenAt }: Ahead): number {
  return recent * Math.exp((seenAt - performance.now()) / recentMs)
}

/**
 * Of a client beyond `most`, the slowest body gives way to a new one. If none has taken `slowMs`, or those send 1 KB a
 * second and new ones less, this is asked again after `quickMs`, within which a small form in one packet has arrived.
 */
const aheadOfClient = { most: 128, slowMs: 50, quickMs: 100 }

interface BodyBudget {
  /**
   * Counts bytes received from a client. Beyond the total, unfinished bodies of clients that hold more are ended, of
   * the largest holder first; beyond the client's part, its larger or slow ones in favour of `body`. Returns false, without
   * counting the bytes, if that is not enough.
   */
  take(client: string, bytes: number, body?: Ahead): boolean
  /**
   * Begins to receive a body ahead. The slowest of its client gives way, so that who holds many keeps no others behind
   * the same address from sending theirs. False if none does.
   */
  admit(body: Ahead): boolean
  /** Of a body that was admitted. */
  received(body: Ahead): void
  release(client: string, bytes: number): void
  /** The bodies that may be ended, oldest first. */
  receiving: Set<Receiving>
}

/** Limits the bytes of request bodies that are kept in memory, per client and for the process. */
export function bodyBudget({ perClient, total }: { perClient: number; total: number }): BodyBudget {
  const held = new Map<string, number>()
  const receiving = new Set<Receiving>()
  const ahead = new Map<string, Set<Ahead>>()
  let all = 0

  function received(body: Ahead): void {
    receiving.delete(body)
    const own = ahead.get(body.client)
    own?.delete(body)
    if (own?.size === 0) ahead.delete(body.client)
  }

  function unfinishedBytes(client: string, but: Ahead | undefined): number {
    let bytes = 0
    for (const body of ahead.get(client) ?? []) if (body !== but) bytes += body.bytes
    return bytes
  }

  /** Ends the largest body of a client, if it is larger than `but` with so many more bytes. */
  function endLargestOf(client: string, but: Ahead, more: number): boolean {
    let largest: Ahead | undefined
    for (const body of ahead.get(client) ?? []) {
      if (body !== but && body.bytes > (largest?.bytes ?? but.bytes + more)) largest = body
    }
    if (!largest) return false
    received(largest)
    largest.end()
    return true
  }

  /** Ends the body of a client that is slowest now, of those that hold `least` bytes. Not `but`. */
  function endSlowest(client: string, but: Ahead, least = 0): boolean {
    let slowest: Ahead | undefined
    let leastOfNew = Number.POSITIVE_INFINITY
    for (const body of ahead.get(client) ?? []) {
      if (body === but || body.bytes < least) continue
      if (ageOf(body) < aheadOfClient.slowMs) leastOfNew = Math.min(leastOfNew, recentBytes(body))
      else if (!slowest || recentBytes(body) < recentBytes(slowest)) slowest = body
    }
    if (!slowest) return false
    const bytes = recentBytes(slowest)
    if (leastOfNew < bytes && bytes >= Math.min(ageOf(slowest), recentMs)) return false
    received(slowest)
    slowest.end()
    return true
  }

  function endLargest(least: number): boolean {
    let largest: Receiving | undefined
    let most = least
    for (const body of receiving) {
      const bytes = held.get(body.client) ?? 0
      if (bytes <= most) continue
      largest = body
      most = bytes
    }
    if (!largest) return false
    receiving.delete(largest)
    largest.end()
    return true
  }

  return {
    receiving,
    admit(body) {
      const own = ahead.get(body.client) ?? new Set()
      if (own.size >= aheadOfClient.most && !endSlowest(body.client, body)) return false
      ahead.set(body.client, own.add(body))
      receiving.add(body)
      return true
    },
    received,
    take(client, bytes, body) {
      const sum = () => (held.get(client) ?? 0) + bytes
      // The bytes of bodies that have been received stay.
      if (sum() > perClient && sum() - unfinishedBytes(client, body) > perClient) return false
      while (sum() > perClient) {
        if (!body || !(endLargestOf(client, body, bytes) || endSlowest(client, body, 1))) return false
      }
      const own = sum()
      while (all + bytes > total) if (!endLargest(own)) return false
      held.set(client, own)
      all += bytes
      return true
    },
    release(client, bytes) {
      const own = (held.get(client) ?? 0) - bytes
      if (own > 0) held.set(client, own)
      else held.delete(client)
      all -= bytes
    },
  }
}

export interface BodyLimits {
  maxBytes: number
  /** Set if the reader calls `keep`; other bytes are released when it asks for more. Else all count until it is done. */
  isReleased?: boolean
  idleMs: number
  totalMs: number
  client: string
  budget: BodyBudget
}

export interface LimitedRequest {
  request: Request
  error(): RequestBodyError | undefined
  /** Called by a reader with how many further bytes of those it has read it keeps in memory until it is done. */
  keep(bytes: number): void
  /** Must be called once the request is answered. */
  done(): void
}

/** The request with a body that fails with RequestBodyError beyond its limits. Time of the reader does not count. */
export function limitBody(request: Request, limits: BodyLimits): LimitedRequest {
  const { maxBytes, isReleased, client, budget } = limits
  if (!request.body) return unlimited(request)
  const reader = request.body.getReader()
  const read = timed(() => reader.read(), limits)
  let received = 0
  let pieces = 0
  let taken = 0
  let kept = 0
  let failure: RequestBodyError | undefined
  const receiving: Receiving = { client, end: () => undefined }

  function release(bytes: number): void {
    if (bytes <= 0) return
    budget.release(client, bytes)
    taken -= bytes
  }

  function fail(controller: ReadableStreamDefaultController, error: RequestBodyError): void {
    failure = error
    budget.receiving.delete(receiving)
    // At once: otherwise all requests that arrive together fail, although some of them fit.
    release(taken)
    controller.error(error)
    // The connection is closed after the response; the rest is not awaited.
    reader.cancel(error).catch(() => undefined)
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        receiving.end = () => fail(controller, new RequestBodyError(503))
        budget.receiving.add(receiving)
      },
      async pull(controller) {
        if (isReleased) release(taken - kept)
        const next = await read().catch((error: unknown) => {
          if (isRequestBodyError(error)) failure = error
          throw error
        })
        if (failure) return
        if (next === 'slow') return fail(controller, new RequestBodyError(408))
        if (next.done) {
          budget.receiving.delete(receiving)
          return controller.close()
        }
        const { byteLength } = next.value
        received += byteLength
        if (received > maxBytes) return fail(controller, new RequestBodyError(413))
        if (isCrumbled(++pieces, received)) return fail(controller, new RequestBodyError(408))
        if (!budget.take(client, byteLength)) return fail(controller, new RequestBodyError(503))
        taken += byteLength
        controller.enqueue(next.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = { body, duplex: 'half' }
  return {
    request: new Request(request, init),
    error: () => failure,
    keep(bytes) {
      kept += bytes
    },
    done() {
      budget.receiving.delete(receiving)
      release(taken)
    },
  }
}

function unlimited(request: Request): LimitedRequest {
  return { request, error: () => undefined, keep: () => undefined, done: () => undefined }
}

/**
 * Receives the body before the request is handled, so that its reader does not wait for the client. At most about
 * `maxBytes` are received here; a body with a larger Content-Length is left unread. The reader gets the
 * RequestBodyError of a body that was too slow.
 */
export async function receiveAhead(request: Request, limits: BodyLimits): Promise<LimitedRequest> {
  const { maxBytes, client, budget } = limits
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!request.body || length > maxBytes) return unlimited(request)
  const reader = request.body.getReader()
  const read = timed(() => reader.read(), limits)
  let chunks: Uint8Array[] = []
  let pieces = 0
  let taken = 0
  let ended = false
  let failure: unknown
  let timer: NodeJS.Timeout | undefined
  const { wait, interrupt } = interruptible()
  const receiving: Ahead = {
    client,
    begunAt: performance.now(),
    bytes: 0,
    recent: 0,
    seenAt: performance.now(),
    end() {
      failure = new RequestBodyError(503)
      interrupt(failure)
      chunks.length = 0
      release(taken)
    },
  }

  function release(bytes: number): void {
    budget.release(client, bytes)
    taken -= bytes
  }

  function admitOrEnd(): void {
    if (!budget.admit(receiving)) receiving.end()
  }

  async function receive(): Promise<void> {
    if (!budget.admit(receiving)) timer = setTimeout(admitOrEnd, aheadOfClient.quickMs)
    while (!ended && taken <= maxBytes) {
      const next = await wait(read())
      if (next === 'slow') throw new RequestBodyError(408)
      if (!next.value) {
        ended = true
        return
      }
      const { byteLength } = next.value
      if (!budget.take(client, byteLength, receiving)) throw new RequestBodyError(503)
      taken += byteLength
      receiving.bytes = taken
      receiving.recent = recentBytes(receiving) + byteLength
      receiving.seenAt = performance.now()
      chunks.push(next.value)
      if (isCrumbled(++pieces, taken)) throw new RequestBodyError(408)
      // A small piece takes more memory than its bytes.
      if (chunks.length === mostChunks) chunks = [Buffer.concat(chunks)]
    }
  }

  await receive().catch((error: unknown) => {
    failure = error
    reader.cancel(error).catch(() => undefined)
  })
  clearTimeout(timer)
  budget.received(receiving)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const ahead = chunks.shift()
        if (ahead) release(Math.min(taken, ahead.byteLength))
        const next = ahead ?? (ended || failure ? undefined : (await reader.read()).value)
        if (next) controller.enqueue(next)
        else if (failure) controller.error(failure)
        else controller.close()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = { body, duplex: 'half' }
  return {
    request: new Request(request, init),
    error: () => (isRequestBodyError(failure) ? failure : undefined),
    keep: () => undefined,
    done: () => release(taken),
  }
}

const mostChunks = 50

/** Limits the time of each read and the sum of all; 'slow' beyond either. */
function timed<Value>(read: () => Promise<Value>, { idleMs, totalMs }: BodyLimits) {
  let left = totalMs
  return async (): Promise<Value | 'slow'> => {
    const begun = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'slow'>((resolve) => {
      timer = setTimeout(resolve, Math.min(idleMs, left), 'slow')
    })
    const reading = read()
    reading.catch(() => undefined)
    const first = await Promise.race([reading, late])
    clearTimeout(timer)
    left = Math.max(0, left - (performance.now() - begun))
    return first
  }
}
