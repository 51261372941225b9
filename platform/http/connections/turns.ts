import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { openQueue } from '#platform/queue.ts'
import { addressBehind, networkPath } from '../client-address.ts'

/** More than may be open: a connection that is closed leaves the queue. */
const limits = { atOnce: 1, waiting: 6_000, longestGivesWay: true }
/** Enough that few wait in the kernel, and few enough that a flood of connections leaves time to answer. */
const mostAccepted = 8
/** Turns without a new connection, after which none waits and the data of the last one were read. */
const quietTurns = 4

/** Passes turns of the event loop as long as each accepts a connection: Node accepts one in a turn. */
export async function acceptWaiting(accepted: () => number): Promise<void> {
  for (let turn = 0; turn < mostAccepted; turn++) {
    const before = accepted()
    await setImmediate()
    if (accepted() === before) return
  }
}

/**
 * Passes one new connection in each turn of the event loop to Node's parser, and clients take turns. Until then its data
 * are not parsed, and one that its client resets costs next to nothing. Call it before other listeners are added.
 * Returns a function that waits until every connection is passed that was accepted or waits in the kernel.
 */
export function takeTurnsToConnect(server: Server): (timeoutMs: number) => Promise<void> {
  const parse = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const queue = openQueue(limits)
  let accepted = 0
  let passedOn = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    const address = addressBehind(socket.remoteAddress ?? 'unknown', undefined, 0)
    const closed = new AbortController()
    const leave = () => closed.abort()
    const countPassed = () => {
      passedOn += 1
    }
    // Node's parser adds its own.
    const ignore = () => undefined
    socket.on('error', ignore).once('close', leave)
    const passed = queue.run(
      async () => {
        socket.off('close', leave)
        // It was ended without a request, which the parser would not notice.
        if (socket.readableEnded) socket.destroy()
        else for (const listener of parse) listener.call(server, socket)
        socket.off('error', ignore)
        await acceptWaiting(() => accepted)
      },
      networkPath(address),
      closed.signal,
    )
    if (passed) passed.catch(() => socket.destroy()).finally(countPassed)
    else {
      socket.destroy()
      countPassed()
    }
  })
  return async (timeoutMs) => {
    const end = performance.now() + timeoutMs
    for (let quiet = 0; quiet < quietTurns && performance.now() < end; ) {
      const before = accepted
      await setImmediate()
      quiet = accepted === before && passedOn === accepted ? quiet + 1 : 0
    }
  }
}
