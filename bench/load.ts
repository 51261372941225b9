// A load generator as its own process, started by `generateLoad`. It sends one request at a time over each connection.
// Answers need a length.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { percentile } from './measure.ts'

interface Load {
  port: number
  /** Whole requests, taken in turn by all connections. */
  requests: string[]
  connections: number
  /** Without it each request is sent once. */
  seconds?: number
  /** The status of all answers. */
  status: number
}

interface LoadResult {
  perSecond: number
  sent: number
  /** Milliseconds. */
  p95: number
  statuses: string[]
}

export async function generateLoad(load: Load): Promise<LoadResult> {
  const child = fork(import.meta.filename, { execArgv: [], env: { ...process.env, BENCH_LOAD: '1' } })
  const ended = once(child, 'exit')
  child.send(load)
  const [result] = (await once(child, 'message')) as [LoadResult]
  await ended
  if (result.statuses.join() === String(load.status)) return result
  throw new Error(`${load.requests[0]?.split('\r\n', 1)} and others were answered ${result.statuses}`)
}

/** A request as the load generator sends it. */
export function request(path: string, headers: Record<string, string> = {}, body?: string): string {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': `${body?.length}` }
  const all = { Host: 'localhost', 'Accept-Encoding': 'gzip', ...headers, ...(body && form) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

async function send({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const times: number[] = []
  const statuses = new Set<string>()
  const begun = performance.now()
  let next = 0
  const isOver = () => (seconds ? performance.now() - begun > seconds * 1000 : next >= requests.length)
  const keepSending = async () => {
    while (!isOver()) await openConnection()
  }
  await Promise.all(Array.from({ length: connections }, keepSending))
  const perSecond = (times.length * 1000) / (performance.now() - begun)
  return { perSecond, sent: times.length, p95: percentile(times, 95), statuses: [...statuses] }

  /** Until the load is over or the server closes the connection. */
  async function openConnection(): Promise<void> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let sentAt = 0
    let received: Buffer = Buffer.alloc(0)
    const write = () => {
      if (isOver()) return void socket.end()
      sentAt = performance.now()
      socket.write(requests[next++ % requests.length] ?? '')
    }
    socket.on('connect', write).on('data', (data: Buffer) => {
      received = received.length === 0 ? data : Buffer.concat([received, data])
      const headEnd = received.indexOf('\r\n\r\n') + 4
      const head = received.toString('latin1', 0, headEnd)
      const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (headEnd < 4 || received.length < headEnd + bodyLength) return
      times.push(performance.now() - sentAt)
      statuses.add(head.slice(9, 12))
      received = Buffer.alloc(0)
      write()
    })
    await once(socket, 'close')
  }
}

if (process.env.BENCH_LOAD) {
  const [load] = (await once(process, 'message')) as [Load]
  process.send?.(await send(load))
  process.disconnect()
}
