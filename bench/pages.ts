/**
 * Measures the CPU time of each public page for a visitor, one request after another: npm run build && DATA_DIR=data
 * node bench/pages.ts. Each page is requested without cookies, where it may come from the page cache, and with a
 * cookie, where it is rendered each time. For the latter PostgreSQL's CPU time is shown as well. Without DATA_DIR a
 * demo is created in a temporary folder. REQUESTS sets the requests per page.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemoServer } from '../scripts/demo-server.ts'
import { addresses } from './addresses.ts'
import { median, percentile } from './measure.ts'
import { cpuBelow } from './processes.ts'

const requests = Number(process.env.REQUESTS ?? 200)
const warmUp = 100
const uncached = { Cookie: 'known=no-member' }

const script = `import { run } from '#server/run.ts'
process.exit(await run({ root: process.cwd(), dev: false }))`
const demo = await startDemoServer({
  dataDir: process.env.DATA_DIR,
  args: ['--import', './bench/request-cpu.ts', '--input-type=module', '-e', script],
  ipc: true,
})
const { origin, dataDir } = demo
const taken: number[] = []
demo.process.on('message', (microseconds: number) => taken.push(microseconds))

try {
  const rows = []
  const paths = await pagesOf(origin)
  // All pages once, so that compilation is not counted for the first ones.
  for (const path of paths) for (let sent = 0; sent < warmUp; sent++) await get(path, uncached)
  for (const path of paths) rows.push(await measure(path))
  console.table(rows)
} finally {
  await demo.stop()
}

async function measure(path: string) {
  const shared = await milliseconds(path, {})
  const before = cpuBelow(dataDir)
  const made = await milliseconds(path, uncached)
  const rounded = (number: number) => Number(number.toFixed(2))
  return {
    path: path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'),
    'median ms': rounded(median(shared)),
    'p95 ms': rounded(percentile(shared, 95)),
    'median made ms': rounded(median(made)),
    'p95 made ms': rounded(percentile(made, 95)),
    'PostgreSQL ms': rounded(((cpuBelow(dataDir) - before) * 1000) / requests),
    'kB gzip': Math.round((await get(path)) / 100) / 10,
  }
}

async function milliseconds(path: string, headers: Record<string, string>): Promise<number[]> {
  await sleep(100)
  taken.length = 0
  for (let sent = 0; sent < requests; sent++) await get(path, headers)
  await sleep(100)
  return taken.map((microseconds) => microseconds / 1000)
}

async function get(path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(origin + path, { headers: { 'Accept-Encoding': 'gzip', ...headers } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
  return Number(answer.headers.get('content-length'))
}

/** All kinds of public pages: the fixed ones, and the first link to each kind with an id. */
async function pagesOf(origin: string): Promise<string[]> {
  const { challenge, submission, profile } = await addresses(origin)
  return [
    ...[
      '/',
      '/challenges',
      '/challenges/voting',
      '/challenges/archive',
      '/challenges/submissions',
      '/showcase',
      '/leaderboard',
    ],
    ...[challenge, `${challenge}/submissions`, submission, profile, `${profile}/submissions`],
    ...['/tools', '/resources', '/resources/kdp-publishing-guide', '/community', '/contact', '/login'],
    ...['/privacy-policy', '/terms', '/cookies'],
  ]
}
