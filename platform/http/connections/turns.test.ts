import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurnsToConnect } from './turns.ts'

/** A server whose connections come from the test, and the addresses that its parser got. */
function openServer() {
  const server = new EventEmitter()
  const parsed: string[] = []
  server.on('connection', (socket: Socket) => parsed.push(socket.remoteAddress ?? ''))
  takeTurnsToConnect(server as Server)
  function connect(remoteAddress: string): Socket {
    const socket = Object.defineProperty(new Socket({ allowHalfOpen: true }), 'remoteAddress', {
      value: remoteAddress,
    })
    server.emit('connection', socket)
    return socket
  }
  return { parsed, connect }
}

async function passed(turns = 2_000): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}

test('a connection of another client is parsed before those that wait', async () => {
  const { parsed, connect } = openServer()
  for (let n = 0; n < 300; n++) connect('198.51.100.7')
  connect('203.0.113.9')
  await passed()
  expect(parsed).toHaveLength(301)
  expect(parsed.indexOf('203.0.113.9')).toBeLessThan(3)
})

test('a connection that is reset while it waits is not parsed and ends nothing', async () => {
  const { parsed, connect } = openServer()
  const sockets = Array.from({ length: 5 }, () => connect('198.51.100.7'))
  for (const socket of sockets.slice(1)) socket.destroy(new Error('read ECONNRESET'))
  await passed()
  expect(parsed).toHaveLength(1)
  expect(sockets[0]?.listenerCount('error')).toBe(0)
})

test('connections that are closed while they wait take no place from others', async () => {
  const { parsed, connect } = openServer()
  for (let n = 0; n < 7_000; n++) connect('198.51.100.7').destroy()
  for (let n = 0; n < 500; n++) connect('198.51.100.8')
  connect('203.0.113.9')
  await passed()
  expect(parsed).toHaveLength(502)
  expect(parsed.indexOf('203.0.113.9')).toBeLessThan(4)
})

test('a connection that is ended without a request before its turn is closed', async () => {
  const { parsed, connect } = openServer()
  const sockets = Array.from({ length: 3 }, () => connect('198.51.100.7'))
  const ended = sockets[2] as Socket
  ended.push(null)
  ended.resume()
  await once(ended, 'end')
  await passed()
  expect(parsed).toHaveLength(2)
  expect(ended.destroyed).toBe(true)
})
