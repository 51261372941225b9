import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

interface SilentProxy {
  connection: pg.ClientConfig & { port: number }
  /** While true, connections stay open but transfer nothing, as after a failover. */
  silent: boolean
}

/** A TCP proxy for a PostgreSQL server on a unix socket. */
export async function silentProxy(upstream: pg.ClientConfig): Promise<SilentProxy> {
  const { host, port = 5432 } = upstream
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    forward(near, far)
    forward(far, near)
  })

  function forward(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk) => proxy.silent || to.write(chunk))
    from.on('end', () => proxy.silent || to.end())
    from.on('error', () => to.destroy())
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const listening = typeof address === 'object' && address ? address.port : 0
  const proxy = { connection: { ...upstream, host: '127.0.0.1', port: listening }, silent: false }
  return proxy
}
