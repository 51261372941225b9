import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const checksPerTimeout = 6

interface Progress {
  written: number
  /** Bytes of the current write that the kernel has not accepted. */
  queued: number
  stalledChecks: number
}

/**
 * Resets connections whose client reads nothing of a pending response for `timeoutMs`. A connection without unsent
 * data stays open: it waits for the server, for an upload or for its next request.
 */
export function resetStalledReaders(server: Server, timeoutMs: number): void {
  const open = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    open.set(socket, { written: 0, queued: 0, stalledChecks: 0 })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, progress] of open) check(socket, progress)
  }, timeoutMs / checksPerTimeout)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Counts checks instead of time: after a pause of the process all clients would seem late. */
function check(socket: Socket, progress: Progress): void {
  const written = socket.bytesWritten - socket.writableLength
  const queued = kernelQueue(socket)
  const isStalled = socket.writableLength > 0 && written === progress.written && queued === progress.queued
  progress.stalledChecks = isStalled ? progress.stalledChecks + 1 : 0
  progress.written = written
  progress.queued = queued
  // A plain close would leave up to 4 MB per connection in the kernel for minutes.
  if (progress.stalledChecks >= checksPerTimeout) socket.resetAndDestroy()
}

/** Node has no public count of a write in progress, and a whole response may be one write. */
function kernelQueue(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
