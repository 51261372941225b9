import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import type { FaultContext } from './scenario.ts'

/** A statement that the app is about to run, before PostgreSQL sees it. */
interface Statement {
  text: string
  /** The process of PostgreSQL that would run it. */
  backend: number
  /** Its place in its transaction, from 1 for the first one after `begin`; 0 outside of transactions. */
  position: number
}

/** `lose-reply`: PostgreSQL runs the statement, then the connection breaks before the reply. */
export type Fate = 'forward' | 'lose-reply'

export interface DatabaseProxy {
  /** How the app reaches the server through the proxy. */
  connection: pg.ClientConfig
  url: string
  /** Decides about each statement. Can be replaced at any time. */
  intercept: (statement: Statement) => Fate | Promise<Fate>
  /** Existing connections stay open but transfer nothing. New ones work. */
  silence(): void
}

const port = 5432

/** A TCP proxy for a server's unix socket that parses the protocol to intercept statements. */
export async function startProxy(
  context: Pick<FaultContext, 'onEnd'>,
  upstream: pg.ClientConfig,
): Promise<DatabaseProxy> {
  const open = new Set<Link>()
  const server = createServer((client) => {
    const link = new Link(client, `${upstream.host}/.s.PGSQL.${upstream.port ?? port}`, (statement) =>
      proxy.intercept(statement),
    )
    open.add(link)
    client.once('close', () => open.delete(link))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const listening = typeof address === 'object' && address ? address.port : 0
  context.onEnd(() => {
    server.close()
    for (const link of open) link.destroy()
  })
  const { user = '', database = '' } = upstream
  const proxy: DatabaseProxy = {
    connection: { host: '127.0.0.1', port: listening, user: String(user), database },
    url: `postgres://${user}@127.0.0.1:${listening}/${database}`,
    intercept: () => 'forward',
    silence() {
      for (const link of open) link.silent = true
    },
  }
  return proxy
}

const [query, parse, bind, sync, terminate] = ['Q', 'P', 'B', 'S', 'X'].map((type) => type.charCodeAt(0))
const [keyData, readyForQuery] = ['K', 'Z'].map((type) => type.charCodeAt(0))

class Link {
  silent = false
  readonly #client: Socket
  readonly #server: Socket
  readonly #intercept: (statement: Statement) => Fate | Promise<Fate>
  /** Texts of prepared statements by name. */
  readonly #prepared = new Map<string, string>()
  #received: Buffer = Buffer.alloc(0)
  #started = false
  /** Messages up to the one that asks for an answer. */
  #unit: Buffer[] = []
  #text = ''
  #position = 0
  #backend = 0
  #replies: Buffer | undefined = Buffer.alloc(0)
  #losing = false
  #work = Promise.resolve()

  constructor(client: Socket, path: string, intercept: (statement: Statement) => Fate | Promise<Fate>) {
    this.#client = client
    this.#intercept = intercept
    this.#server = connect(path)
    for (const socket of [client, this.#server]) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        if (!this.silent) this.destroy()
      })
    }
    client.on('data', (chunk: Buffer) => {
      if (this.silent) return
      this.#received = Buffer.concat([this.#received, chunk])
      this.#takeMessages()
    })
    this.#server.on('data', (chunk: Buffer) => this.#reply(chunk))
  }

  destroy(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  #takeMessages(): void {
    for (;;) {
      const head = this.#started ? 1 : 0
      if (this.#received.length < head + 4) return
      const length = head + this.#received.readInt32BE(head)
      if (this.#received.length < length) return
      const message = this.#received.subarray(0, length)
      this.#received = this.#received.subarray(length)
      if (this.#started) this.#takeMessage(message)
      else this.#server.write(message)
      this.#started = true
    }
  }

  #takeMessage(message: Buffer): void {
    const type = message[0]
    if (type === query) this.#text = stringAt(message, 5).text
    if (type === parse) {
      const name = stringAt(message, 5)
      this.#text = stringAt(message, name.end).text
      this.#prepared.set(name.text, this.#text)
    }
    if (type === bind) {
      const statement = stringAt(message, stringAt(message, 5).end)
      this.#text = this.#prepared.get(statement.text) ?? this.#text
    }
    this.#unit.push(message)
    if (type !== query && type !== sync && type !== terminate) return
    const [unit, text] = [Buffer.concat(this.#unit), this.#text]
    this.#unit = []
    this.#work = this.#work.then(() => this.#send(unit, text, type === terminate))
  }

  async #send(unit: Buffer, text: string, isEnd: boolean): Promise<void> {
    if (this.silent) return
    if (isEnd) {
      this.#server.write(unit)
      return
    }
    const begins = /^begin/i.test(text)
    const ends = /^(commit|rollback)$/i.test(text)
    if (this.#position > 0) this.#position++
    const position = this.#position > 0 ? this.#position - 1 : 0
    const fate = await this.#intercept({ text, backend: this.#backend, position })
    if (begins) this.#position = 1
    if (ends) this.#position = 0
    if (fate === 'lose-reply') {
      this.#losing = true
      this.#replies = Buffer.alloc(0)
    }
    if (!this.silent) this.#server.write(unit)
  }

  #reply(chunk: Buffer): void {
    if (this.silent) return
    if (this.#replies) this.#readReplies(chunk)
    if (!this.#losing) this.#client.write(chunk)
  }

  /** Follows the server's messages to the end of the start, or of a reply that is to be lost. */
  #readReplies(chunk: Buffer): void {
    let rest: Buffer = Buffer.concat([this.#replies ?? Buffer.alloc(0), chunk])
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) break
      if (rest[0] === keyData) this.#backend = rest.readInt32BE(5)
      if (rest[0] === readyForQuery) {
        if (this.#losing) this.destroy()
        this.#replies = undefined
        return
      }
      rest = rest.subarray(length)
    }
    this.#replies = rest
  }
}

function stringAt(message: Buffer, start: number): { text: string; end: number } {
  const end = message.indexOf(0, start)
  return { text: message.toString('utf8', start, end), end: end + 1 }
}
