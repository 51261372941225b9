import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '../clients.ts'
import { must, type Scenario } from '../scenario.ts'
import { setUpScenario } from '../scenario-setup.ts'

export const slowClients: Scenario = {
  name: 'slow-clients',
  fault: 'clients that send one byte a second',
  cycles: { short: 60, long: 500 },
  async run(context) {
    const { app } = await setUpScenario(context, { world: { ballots: 2 } })
    const alone = await latency(app.url, context.long ? 8_000 : 1_500)
    const clients = Array.from({ length: context.cycles }, (_, index) => slowClient(app.url, index))
    context.onEnd(() => clients.forEach(({ socket }) => void socket.destroy()))
    await sleep(1_000)
    const crowded = await latency(app.url, context.long ? 8_000 : 1_500)
    const answers = await Promise.all(clients.map(({ answer }) => answer))
    const count = (text: string) => answers.filter((answer) => answer.startsWith(`HTTP/1.1 ${text}`)).length
    const ratio = crowded.p99 / alone.p99
    must(count('408') === clients.length, `answers: ${JSON.stringify(tally(answers))}`)
    if (context.long) must(ratio <= 2 || crowded.p99 < 25, `p99 went from ${alone.p99} to ${crowded.p99} ms`)
    return {
      clients: clients.length,
      'answered 408': count('408'),
      'p99 alone (ms)': alone.p99,
      'p99 beside them (ms)': crowded.p99,
      ratio: ratio.toFixed(2),
    }
  },
}

function tally(answers: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const line = answer.split('\r\n', 1)[0] || 'closed without an answer'
    counts[line] = (counts[line] ?? 0) + 1
  }
  return counts
}

/** Half of them send headers byte by byte, half a body. The answer is what came before the connection was closed. */
function slowClient(site: string, index: number): { socket: Socket; answer: Promise<string> } {
  const { port, host, origin } = new URL(site)
  // Loopback has many addresses: limits for one client are not what is tested here.
  const localAddress = `127.0.${1 + (index % 200)}.${1 + Math.floor(index / 200)}`
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  const head = `POST /theme HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n`
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n'
  const text = index % 2 === 0 ? `${head}Cookie: a=` : `${head}${form}`
  let received = ''
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => undefined)
    socket.once('connect', () => socket.write(text))
    const drip = setInterval(() => socket.writable && socket.write('x'), 1_000)
    const end = setTimeout(() => socket.destroy(), 150_000)
    socket.once('close', () => {
      clearInterval(drip)
      clearTimeout(end)
      resolve(received)
    })
    socket.once('end', () => socket.destroy())
  })
  return { socket, answer }
}

/** The 99th percentile of the time that a page takes, asked for by four clients one after the other. */
async function latency(site: string, ms: number): Promise<{ p99: number }> {
  const times: number[] = []
  const end = performance.now() + ms
  async function visitor(): Promise<void> {
    while (performance.now() < end) {
      const begun = performance.now()
      const response = await send(`${site}/challenges/voting?visit=${times.length}`)
      must(typeof response !== 'string' && response.status === 200, 'a page was not served')
      await response.arrayBuffer()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: 4 }, visitor))
  times.sort((a, b) => a - b)
  return { p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) }
}
