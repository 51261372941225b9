import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { addresses } from './addresses.ts'
import type { Row } from './measure.ts'
import { startSite } from './site.ts'

const goal = 115
const assets = 'build/client/assets'

/** Scripts of public pages, compressed one by one, against those of React and React Router alone. */
export async function scripts(): Promise<Row[]> {
  const site = await startSite()
  try {
    const vendor = readdirSync(assets).filter((file) => /^vendor-.*\.js$/.test(file))
    const alone = kilobytes(vendor.map((file) => join(assets, file)))
    const { challenge, submission } = await addresses(site.origin)
    const pages = {
      '/': '/',
      '/challenges/:id': challenge,
      '/challenges/:id/submissions/:id': submission,
      '/leaderboard': '/leaderboard',
    }
    return await Promise.all(
      Object.entries(pages).map(async ([name, path]) => {
        const html = await (await fetch(site.origin + path)).text()
        const modules = /data-modules="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
        const size = kilobytes(modules.map((file) => `build/client${file}`))
        return {
          work: `scripts of ${name}`,
          measured: `${size.toFixed(0)} kB gzip`,
          against: `React and its router: ${alone.toFixed(0)} kB`,
          ratio: size / alone,
          goal: `<= ${goal} kB`,
          met: size <= goal,
        }
      }),
    )
  } finally {
    await site.stop()
  }
}

function kilobytes(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).byteLength, 0) / 1000
}
