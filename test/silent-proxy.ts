import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

interface SilentProxy {
  connection: pg.ClientConfig & { port: number }
  /** While true, connections stay open but transfer nothing, as after a failover. */
  silent: boolean
  /** Sent at the end of the packet with which the server accepts a connection. */
  afterStart: Buffer | null
}

/** The message ReadyForQuery of an idle connection. */
const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** A TCP proxy for a PostgreSQL server on a unix socket, on `ownPort` or any free port. */
export async function silentProxy(upstream: pg.ClientConfig, ownPort = 0): Promise<SilentProxy> {
  const { host, port = 5432 } = upstream
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    forward(near, far)
    forward(far, near, appended)
  })

  function appended(chunk: Buffer): Buffer {
    return proxy.afterStart && chunk.subarray(-6).equals(readyForQuery)
      ? Buffer.concat([chunk, proxy.afterStart])
      : chunk
  }

  function forward(from: Socket, to: Socket, change = (chunk: Buffer) => chunk): void {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => proxy.silent || to.write(change(chunk)))
    from.on('end', () => proxy.silent || to.end())
    from.on('error', () => to.destroy())
  }

  await new Promise<void>((done) => server.listen(ownPort, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const listening = typeof address === 'object' && address ? address.port : 0
  const connectionOfProxy = { ...upstream, host: '127.0.0.1', port: listening }
  const proxy: SilentProxy = { connection: connectionOfProxy, silent: false, afterStart: null }
  return proxy
}
