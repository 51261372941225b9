/**
 * A load generator as its own process: takes a `Load` from its parent, sends its requests over connections that stay
 * open, one at a time on each, and answers with a `LoadResult`. Started by `generateLoad`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { percentile } from './measure.ts'

export interface Load {
  port: number
  /** Whole requests, taken in turn by all connections. */
  requests: string[]
  connections: number
  /** Before it is measured. */
  warmUpSeconds: number
  seconds: number
  /** Ends after each request was sent once. */
  once?: boolean
  /** What all answers must be; 200 by default, null for anything but a server error. */
  status?: number | null
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds. */
  median: number
  p95: number
  statuses: Record<string, number>
  /** Seconds of CPU time that the generator took while it was measured. */
  cpu: number
  sent: number
  seconds: number
}

/** `measuring` is called when the warm-up is over, and `measured` at the end of the measurement. */
export async function generateLoad(
  load: Load,
  { measuring = () => {}, measured = () => {} } = {},
): Promise<LoadResult> {
  const child = fork(import.meta.filename, { execArgv: [], env: { ...process.env, BENCH_LOAD: '1' } })
  const ended = once(child, 'exit')
  try {
    child.send(load)
    await nextMessage(child)
    measuring()
    const result = await nextMessage(child)
    measured()
    return expectStatus(load, result as LoadResult)
  } finally {
    child.kill()
    await ended
  }
}

function expectStatus({ requests, status = 200 }: Load, result: LoadResult): LoadResult {
  const isExpected = (found: string) => (status === null ? !found.startsWith('5') : found === String(status))
  if (Object.keys(result.statuses).every(isExpected)) return result
  throw new Error(
    `${requests[0]?.split('\r\n', 1)} and others were answered ${JSON.stringify(result.statuses)}`,
  )
}

async function nextMessage(child: ReturnType<typeof fork>): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The load generator ended')
    }),
  ])
  return message
}

/** A request as the load generator sends it. */
export function request(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const all = {
    Host: 'localhost',
    'Accept-Encoding': 'gzip',
    ...headers,
    ...(body && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Sends the load in this process; `onMeasuring` is called after the warm-up. */
async function send(load: Load, onMeasuring: () => void): Promise<LoadResult> {
  const { requests, connections, warmUpSeconds, seconds } = load
  const statuses: Record<string, number> = {}
  let times: number[] = []
  let next = 0
  let isOver = false
  const take = () =>
    isOver || (load.once && next >= requests.length) ? null : requests[next++ % requests.length]

  const sockets = Array.from({ length: connections }, () => sendOne())
  const all = Promise.all(sockets)
  await Promise.race([pause(warmUpSeconds), all])
  times = []
  onMeasuring()
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  await Promise.race([pause(seconds), all])
  const took = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  isOver = true
  return {
    perSecond: times.length / took,
    median: percentile(times, 50),
    p95: percentile(times, 95),
    statuses,
    cpu: (user + system) / 1e6,
    sent: times.length,
    seconds: took,
  }

  async function sendOne(): Promise<void> {
    while (!isOver && !(load.once && next >= requests.length)) await openConnection()
  }

  /** Until the load is over or the server closes the connection after an answer. */
  function openConnection(): Promise<void> {
    const socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let sentAt = 0
    let received: Buffer = Buffer.alloc(0)
    const write = () => {
      const bytes = take()
      if (!bytes) return void socket.end()
      sentAt = performance.now()
      socket.write(bytes)
    }
    socket.on('connect', write)
    socket.on('data', (data: Buffer) => {
      received = received.length === 0 ? data : Buffer.concat([received, data])
      const answer = wholeAnswer(received)
      if (!answer) return
      times.push(performance.now() - sentAt)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      received = received.subarray(answer.length)
      if (answer.closes) socket.end()
      else write()
    })
    return new Promise((ended, failed) => socket.once('close', ended).once('error', failed))
  }
}

interface Answer {
  status: string
  length: number
  /** The server closes the connection. */
  closes: boolean
}

/** The first answer in the bytes; null if it is not complete. */
function wholeAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf('\r\n\r\n') + 4
  if (headEnd < 4) return null
  const head = bytes.toString('latin1', 0, headEnd)
  const status = head.slice(9, 12)
  const closes = /\r\nconnection: close/i.test(head)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined || status === '204' || status === '304') {
    const whole = headEnd + Number(length ?? 0)
    return bytes.length >= whole ? { status, length: whole, closes } : null
  }
  const end = bytes.indexOf('\r\n0\r\n\r\n', headEnd - 2, 'latin1')
  return end < 0 ? null : { status, length: end + 7, closes }
}

const pause = (seconds: number) => new Promise<void>((done) => setTimeout(done, seconds * 1000))

if (process.env.BENCH_LOAD) {
  const [load] = (await once(process, 'message')) as [Load]
  process.send?.(await send(load, () => process.send?.('measuring')))
}
