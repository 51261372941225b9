import { connect, type Socket } from 'node:net'

export interface RawResponse {
  status: number
  headers: Headers
  body: string
}

/** Sends raw bytes and returns everything received until the server closes the connection. */
export function sendRaw(origin: string, ...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))))
  })
}

/** A keep-alive connection for raw HTTP. */
export class RawConnection {
  #socket: Socket
  #text = ''
  closed = false

  /** A different `localAddress` counts as a different client. */
  constructor(origin: string, localAddress?: string) {
    const { hostname, port } = new URL(origin)
    const host = localAddress ? '127.0.0.1' : hostname
    this.#socket = connect({ host, port: Number(port), localAddress })
    this.#socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1')
    })
    this.#socket.on('close', () => {
      this.closed = true
    })
    this.#socket.on('error', () => undefined)
  }

  write(text: string | Buffer): void {
    this.#socket.write(text)
  }

  async response(): Promise<RawResponse> {
    for (;;) {
      const parsed = parseResponse(this.#text)
      if (parsed) {
        this.#text = this.#text.slice(parsed.length)
        return parsed.response
      }
      if (this.closed) throw new Error(`The connection was closed: ${this.#text}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  end(): void {
    this.#socket.destroy()
  }
}

function parseResponse(text: string): { response: RawResponse; length: number } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]))
  const length = headEnd + 4 + Number(headers.get('content-length') ?? 0)
  if (text.length < length) return undefined
  const body = text.slice(headEnd + 4, length)
  return { response: { status: Number(first.split(' ')[1]), headers, body }, length }
}
