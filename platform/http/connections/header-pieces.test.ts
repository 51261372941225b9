import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listening } from '#test/listening.ts'
import { RawConnection } from '#test/raw-request.ts'
import { joinHeaderPieces } from './header-pieces.ts'

async function connected() {
  const sockets: Socket[] = []
  const server = createServer((_, response) => void response.end('answered'))
  joinHeaderPieces(server)
  server.on('connection', (socket) => void sockets.push(socket))
  const origin = await listening(server)
  const connection = new RawConnection(origin)
  onTestFinished(() => connection.end())
  const paused = () => vi.waitFor(() => expect(sockets[0]?.isPaused()).toBe(true), 10_000)
  return { sockets, connection, paused }
}

test('a connection whose headers arrive in pieces is paused, and answered', async () => {
  const { connection, paused } = await connected()
  for (let request = 0; request < 2; request++) {
    connection.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ')
    const trickle = setInterval(() => connection.write('a'), 5)
    await paused()
    clearInterval(trickle)
    connection.write('\r\n\r\n')
    expect(await connection.response()).toMatchObject({ status: 200, body: 'answered' })
  }
})

test('a connection that repeats whole requests, or is silent, is not paused', async () => {
  const { sockets, connection } = await connected()
  let wasPaused = false
  for (let request = 0; request < 60; request++) {
    connection.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await connection.response()
    await sleep(10)
    wasPaused ||= sockets[0]?.isPaused() ?? true
  }
  connection.write('GET / HTTP/1.1\r\n')
  for (let wait = 0; wait < 60; wait++) {
    await sleep(10)
    wasPaused ||= sockets[0]?.isPaused() ?? true
  }
  expect(wasPaused).toBe(false)
})
