import type { ServerResponse } from 'node:http'

export interface StreamLimits {
  /** Of this process. */
  streams: number
  streamsPerNetwork: number
  streamsPerMember: number
  /** Unsent bytes of a client that does not read. */
  unsentBytes: number
}

export interface Stream {
  response: ServerResponse
  /** The hash of the session's token, in hexadecimal. */
  session: string
  network: string
  /** Once the session was looked up. */
  memberId?: string
  /** The last number that was sent. */
  sent?: number
  /** By `performance.now()`. */
  begun: number
}

/** The open streams of this process, by network and member. A stream leaves when its response is closed. */
export class LiveStreams {
  readonly all = new Set<Stream>()
  readonly #limits: StreamLimits
  readonly #networks = new Map<string, number>()
  readonly #members = new Map<string, Set<Stream>>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  of(memberId: string): Iterable<Stream> {
    return this.#members.get(memberId) ?? []
  }

  /** Adds a stream whose session is not known yet. Returns the status of a refusal, if any. */
  enter(stream: Stream): number | undefined {
    const { network, response } = stream
    const near = this.#networks.get(network) ?? 0
    if (this.all.size >= this.#limits.streams) return 503
    if (near >= this.#limits.streamsPerNetwork) return 429
    this.all.add(stream)
    this.#networks.set(network, near + 1)
    response.once('close', () => this.#leave(stream))
    return undefined
  }

  /** Adds a stream to those of its member. Returns the status of a refusal, if any. */
  enterMember(stream: Stream, memberId: string): number | undefined {
    const own = this.#members.get(memberId) ?? new Set()
    if (own.size >= this.#limits.streamsPerMember) return 429
    this.#members.set(memberId, own.add(stream))
    stream.memberId = memberId
    return undefined
  }

  /** Sends text, or closes the connection of a client that does not read. */
  send({ response }: Stream, text: string): void {
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > this.#limits.unsentBytes) response.destroy()
    else response.write(text)
  }

  #leave(stream: Stream): void {
    const { network, memberId = '' } = stream
    this.all.delete(stream)
    const left = (this.#networks.get(network) ?? 1) - 1
    if (left > 0) this.#networks.set(network, left)
    else this.#networks.delete(network)
    const own = this.#members.get(memberId)
    own?.delete(stream)
    if (own?.size === 0) this.#members.delete(memberId)
  }
}
