import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addresses } from './addresses.ts'
import { generateLoad, request } from './load.ts'
import { alternate, type PartOptions, type Row } from './measure.ts'
import { type Site, startSite } from './site.ts'

const goal = 0.6
const connections = 32

/** Pages from the page cache, against node:http that sends the same compressed bytes from memory. */
export async function signedOutPages({ rounds }: PartOptions): Promise<Row[]> {
  const site = await startSite()
  try {
    const { challenge } = await addresses(site.origin)
    const rows: Row[] = []
    for (const path of ['/', '/challenges', challenge, '/leaderboard']) {
      const name = path === challenge ? '/challenges/:id' : path
      rows.push(await compare(site, path, name, rounds))
    }
    return rows
  } finally {
    await site.stop()
  }
}

async function compare(site: Site, path: string, name: string, rounds: number): Promise<Row> {
  const bare = await startBare(await received(site.origin + path))
  const perSecond = async (port: number) => {
    const load = { port, requests: [request('GET', path)], connections, warmUpSeconds: 1, seconds: 2 }
    const { perSecond: answers } = await generateLoad(load)
    return answers
  }
  try {
    const { first, second, ratio } = await alternate(
      rounds,
      () => perSecond(site.port),
      () => perSecond(bare.port),
    )
    return {
      work: `${name}, signed out`,
      measured: `${Math.round(first)}/s`,
      against: `node:http with the same bytes: ${Math.round(second)}/s`,
      ratio,
      goal: `>= ${goal}`,
      met: ratio >= goal,
    }
  } finally {
    await bare.stop()
  }
}

interface Received {
  headers: string[]
  body: Buffer
}

async function received(address: string): Promise<Received> {
  const [response] = (await once(get(address, { headers: { 'Accept-Encoding': 'gzip' } }), 'response')) as [
    IncomingMessage,
  ]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  // node:http adds these.
  const added = ['date', 'connection', 'keep-alive']
  const headers: string[] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2)
    if (!added.includes(name.toLowerCase())) headers.push(name, value)
  }
  return { headers, body: Buffer.concat(chunks) }
}

async function startBare({ headers, body }: Received) {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-bare-'))
  const [headersFile, bodyFile] = [join(folder, 'headers.json'), join(folder, 'body')]
  await writeFile(headersFile, JSON.stringify(headers))
  await writeFile(bodyFile, body)
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [headersFile, bodyFile], { execArgv: [] })
  const ended = once(child, 'exit')
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
