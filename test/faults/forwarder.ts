import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import type { FaultContext } from './scenario.ts'

interface Forwarder {
  port: number
  /** Where new connections lead. */
  upstream: pg.ClientConfig
}

/** A TCP port that leads to a server's unix socket, as the virtual address of a replicated database does. */
export async function startForwarder(
  context: Pick<FaultContext, 'onEnd'>,
  upstream: pg.ClientConfig,
): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(`${forwarder.upstream.host}/.s.PGSQL.${forwarder.upstream.port}`)
    client.pipe(target).pipe(client)
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const forwarder: Forwarder = { port: typeof address === 'object' && address ? address.port : 0, upstream }
  context.onEnd(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return forwarder
}
