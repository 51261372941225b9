import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

const checkMs = 100
/** Checks in a row at which the headers of a request were still arriving: those of a slow client rarely take so long. */
const mostChecks = 3
/** A pause takes at least so many checks and less than twice as many, so that thousands do not end together. */
const pausedChecks = 7

interface Reading {
  bytes: number
  /** Checks in a row that found more bytes of an incomplete request. */
  growing: number
  /** Checks until the end of a pause. */
  pause: number
  /** The response to the last request. */
  response?: ServerResponse
  /** `response` at the last check. */
  checked?: ServerResponse
}

/**
 * Pauses connections whose request headers arrive in pieces, so that the kernel joins these: thousands of connections
 * that send a few bytes at a time would leave no time for others. Node ends such requests after `headersTimeout`.
 */
export function joinHeaderPieces(server: Server): void {
  const open = new Map<Socket, Reading>()

  server.on('connection', (socket) => {
    open.set(socket, { bytes: 0, growing: 0, pause: 0 })
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const reading = open.get(socket)
    if (reading) reading.response = response
  })
  const timer = setInterval(() => check(open), checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

async function check(open: ReadonlyMap<Socket, Reading>): Promise<void> {
  const resumed: [Socket, Reading][] = []
  for (const [socket, reading] of open) {
    if (reading.pause > 0) {
      reading.pause -= 1
      if (reading.pause > 0) continue
      socket.resume()
      resumed.push([socket, reading])
    } else {
      reading.growing = hasPiece(socket, reading) ? reading.growing + 1 : 0
      if (reading.growing >= mostChecks) pause(socket, reading)
    }
  }
  if (resumed.length === 0) return
  // What has arrived during the pause is read in the next turn.
  await setImmediate()
  await setImmediate()
  for (const [socket, reading] of resumed) if (hasPiece(socket, reading)) pause(socket, reading)
}

/** Whether more of an incomplete request arrived since the last check. */
function hasPiece({ bytesRead }: Socket, reading: Reading): boolean {
  const { bytes, response, checked } = reading
  reading.bytes = bytesRead
  reading.checked = response
  return bytesRead > bytes && response === checked && response?.destroyed !== false
}

function pause(socket: Socket, reading: Reading): void {
  socket.pause()
  reading.pause = pausedChecks + Math.floor(Math.random() * pausedChecks)
}
