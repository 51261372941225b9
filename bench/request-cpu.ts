// Preloaded into a server: sends its parent the CPU time, in microseconds over all threads, of each request from its
// arrival to the last byte. Valid for one request at a time.
import { Server, type ServerResponse } from 'node:http'

const emit = Server.prototype.emit

Server.prototype.emit = function (this: Server, event: string | symbol, ...rest: unknown[]): boolean {
  if (event === 'request') {
    const before = process.cpuUsage()
    const response = rest[1] as ServerResponse
    response.once('close', () => {
      const { user, system } = process.cpuUsage(before)
      process.send?.(user + system)
    })
  }
  return emit.call(this, event, ...rest)
}
