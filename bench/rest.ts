import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Part, withSites } from './measure.ts'
import type { Site } from './site.ts'

const seconds = 30

/** What the app costs without requests, and the JavaScript of its public pages. */
export const rest: Part = (versions) =>
  withSites(versions, async (sites) => {
    // The demo is filled, and PostgreSQL has written and analysed it.
    await sleep(150_000)
    const before = sites.map((site) => site.cpu())
    await sleep(seconds * 1000)
    const cpu = sites.map((site, index) => {
      const [begun, { app, database }] = [before[index], site.cpu()]
      const shares = [app - (begun?.app ?? 0), database - (begun?.database ?? 0)]
      return `${shares.map((ms) => (ms / seconds).toFixed(1)).join(' + ')} ms`
    })
    const memory = sites.map((site) => Math.round(site.memory().app + site.memory().database))
    return [
      { work: 'idle, CPU a second of app + database', found: cpu, goal: '<= 3 ms in all' },
      { work: 'memory at rest, all processes', found: memory.map((one) => `${one} MB`), goal: '<= 190 MB' },
      ...(await scripts(sites)),
    ]
  })

async function scripts(sites: Site[]) {
  const rows = []
  for (const page of ['home', 'list', 'challenge', 'submission', 'leaderboard', 'profile'] as const) {
    const sizes = await Promise.all(sites.map((site) => scriptsOf(site, site.pages[page])))
    const found = sizes.map((size) => `${(size / 1000).toFixed(0)} kB`)
    rows.push({ work: `scripts of ${page}, gzip`, found, goal: '<= 135 kB' })
  }
  return rows
}

/** The bytes of the scripts that the page loads, compressed one by one. */
async function scriptsOf({ origin }: Site, path: string): Promise<number> {
  const html = await (await fetch(origin + path)).text()
  const files = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  let size = 0
  // A set grows while it is walked.
  for (const file of files) {
    const text = await (await fetch(origin + file)).text()
    size += gzipSync(text, { level: 9 }).byteLength
    for (const [, name] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) files.add(`/assets/${name}`)
  }
  return size
}
