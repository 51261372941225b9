import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const lingerMs = 1_000
const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/**
 * Answers what the parser cannot read, as Node does, but gives the client a second to read the answer: a connection that
 * is destroyed with unread data is reset, and a client that still sends would see only that.
 */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket & { _httpMessage?: { headersSent: boolean } | null }
    if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
    socket.pause()
    socket.end(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
}
