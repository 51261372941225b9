import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from './listener.ts'

const timeoutMs = 300
const size = 24 * 1024 * 1024

/** A connection to a listener that answers with `handle`, and the number of its open connections. */
async function openConnection(
  handle: RequestListener,
  options: { mostUnsentBytes?: number; sendTimeoutMs?: number } = {},
) {
  const site = { host: '127.0.0.1', port: 0, publicUrl: '', productName: 'Dojo' }
  const listener = await listen({ ...site, sendTimeoutMs: timeoutMs, ...options })
  listener.serve(handle)
  const { port } = listener.server.address() as AddressInfo
  const another = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  onTestFinished(() => listener.close(0))
  return { socket: another(), another, open: () => connections(listener.server) }
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Reads at most 256 KB every 25 milliseconds until `bytes` have come; returns how many came. */
async function readSlowly(socket: Socket, bytes: number): Promise<number> {
  let read = 0
  while (read < bytes && !socket.closed) {
    read += socket.read(Math.min(256 * 1024, socket.readableLength))?.length ?? 0
    await sleep(25)
  }
  return read
}

test('resets a connection whose client reads nothing of its response', async () => {
  const { socket, open } = await openConnection((_, response) => response.end(Buffer.alloc(size)))
  socket.pause()
  socket.write(request)
  await expect.poll(open).toBe(1)
  await expect.poll(open, { timeout: 10_000 }).toBe(0)
})

test('resets it although the client keeps sending', async () => {
  const { socket, open } = await openConnection((_, response) => response.end(Buffer.alloc(size)))
  socket.pause()
  socket.write(`${request}GET / HTTP/1.1\r\nX: `)
  const sending = setInterval(() => socket.write('x'), timeoutMs / 10)
  onTestFinished(() => clearInterval(sending))
  await expect.poll(open).toBe(1)
  await expect.poll(open, { timeout: 10_000 }).toBe(0)
})

test('lets a slow client that makes progress read all of one large write', async () => {
  // Longer than a busy machine pauses, and shorter than the reading takes.
  const options = { sendTimeoutMs: 1_500 }
  const { socket } = await openConnection((_, response) => response.end(Buffer.alloc(size)), options)
  socket.write(request)
  await once(socket, 'readable')
  expect(await readSlowly(socket, size)).toBeGreaterThanOrEqual(size)
})

test('resets connections with the most unsent bytes above a limit of all together', async () => {
  const limits = { mostUnsentBytes: 2.5 * size, sendTimeoutMs: 60_000 }
  const { socket, another, open } = await openConnection(
    (_, response) => response.end(Buffer.alloc(size)),
    limits,
  )
  const sockets = [socket, another(), another(), another()]
  for (const each of sockets) each.pause().write(request)
  await expect.poll(open).toBe(4)
  await expect.poll(open, { timeout: 10_000 }).toBe(2)
  await sleep(1_500)
  expect(await open()).toBe(2)
})

test('does not reset a response that waits for the server', async () => {
  const { socket } = await openConnection(async (_, response) => {
    response.write('first')
    await sleep(timeoutMs * 3)
    response.end('last')
  })
  socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*first[\s\S]*last/)
})

test('does not reset a slow upload', async () => {
  let received = 0
  const { socket } = await openConnection(async (incoming, response) => {
    for await (const chunk of incoming) received += chunk.length
    response.end('done')
  })
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n')
  for (let part = 0; part < 12; part++) {
    await sleep(timeoutMs / 4)
    socket.write('x')
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toBe(12)
})

test('a port in use leaves no timer behind', async () => {
  const site = { host: '127.0.0.1', port: 0, publicUrl: '', productName: 'Dojo' }
  const first = await listen(site)
  onTestFinished(() => first.close(0))
  const { port } = first.server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await expect(listen({ ...site, port })).rejects.toThrow('is in use')
  expect(vi.getTimerCount()).toBe(0)
})

test('an error of the server after its start is not swallowed', async () => {
  const { server, close } = await listen({ host: '127.0.0.1', port: 0, publicUrl: '', productName: 'Dojo' })
  onTestFinished(() => close(0))
  expect(() => server.emit('error', new Error('accept'))).toThrow('accept')
})
