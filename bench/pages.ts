import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { generateLoad, request } from './load.ts'
import { inRounds, median, medianShare, type Part, withSites } from './measure.ts'
import { type Site, signedInMembers } from './site.ts'

const publicPages = ['home', 'list', 'challenge', 'leaderboard'] as const

/** Pages from the page cache, as a share of node:http that sends the same compressed bytes from memory. */
export const signedOut: Part = (versions, { rounds }) =>
  withSites(versions, async (sites) => {
    const rows = []
    for (const page of publicPages) {
      const found = await inRounds(sites, rounds, (site) => compare(site, site.pages[page]))
      rows.push({
        work: `${page}, signed out, share of node:http`,
        found: found.map(medianShare),
        goal: '>= 0.50',
      })
    }
    return rows
  })

async function compare(site: Site, path: string): Promise<{ share: number; perSecond: number }> {
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'), { execArgv: [], serialization: 'advanced' })
  try {
    bare.send(await receive(site.origin + path))
    const [port] = (await once(bare, 'message')) as [number]
    const load = { requests: [request(path)], connections: 32, status: 200 }
    await generateLoad({ ...load, port: site.port, seconds: 1 })
    await generateLoad({ ...load, port, seconds: 1 })
    const { perSecond } = await generateLoad({ ...load, port: site.port, seconds: 2 })
    const most = await generateLoad({ ...load, port, seconds: 2 })
    return { perSecond, share: perSecond / most.perSecond }
  } finally {
    bare.kill()
  }
}

async function receive(address: string): Promise<{ headers: string[]; body: Buffer }> {
  const answer = once(get(address, { headers: { 'Accept-Encoding': 'gzip' } }), 'response')
  const [response] = (await answer) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  // node:http adds these.
  const added = ['date', 'connection', 'keep-alive']
  const headers = response.rawHeaders.filter((_, at, all) => {
    const name = all[at - (at % 2)] ?? ''
    return !added.includes(name.toLowerCase())
  })
  return { headers, body }
}

const memberPages = [
  { page: 'challenge', goal: '<= 3.2 + 1.0 ms' },
  { page: 'list', goal: '<= 3.8 + 0.8 ms' },
] as const

/** CPU time of a member's page, in the app and in PostgreSQL. */
export const signedIn: Part = (versions, { rounds }) =>
  withSites(versions, async (sites) => {
    const rows = []
    for (const { page, goal } of memberPages) {
      const found = await inRounds(sites, rounds, (site) => costOf(site, site.pages[page]))
      const work = `${page}, signed in, CPU of app + database`
      rows.push({ work, found: found.map(shown), goal })
    }
    return rows
  })

type Cost = ReturnType<Site['cpu']>

function shown(costs: Cost[]): string {
  const [app, database] = [costs.map((cost) => cost.app), costs.map((cost) => cost.database)].map(median)
  return `${app?.toFixed(1)} + ${database?.toFixed(1)} ms`
}

async function costOf(site: Site, path: string): Promise<Cost> {
  const [member] = await signedInMembers(site.db, 1)
  const load = {
    port: site.port,
    requests: [request(path, { Cookie: member?.cookie ?? '' })],
    connections: 8,
    status: 200,
  }
  await generateLoad({ ...load, seconds: 2 })
  const before = site.cpu()
  const { sent } = await generateLoad({ ...load, seconds: 4 })
  const after = site.cpu()
  return { app: (after.app - before.app) / sent, database: (after.database - before.database) / sent }
}
