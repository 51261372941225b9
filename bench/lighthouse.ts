import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/check/programs.ts'
import { inRounds, median, type Part, withSites } from './measure.ts'

const program = ['exec', '--yes', '--package=lighthouse@13.5.0', '--', 'lighthouse']
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Report = { categories: Record<string, { score: number }> }

/** Lighthouse's mobile scores. Not a development dependency: npm keeps its 114 packages in its own cache. */
export const lighthouse: Part = (versions, { rounds }) =>
  withSites(versions, async (sites) => {
    const env = { ...process.env, CHROME_PATH: await findChromium(console.error) }
    const options = ['--output=json', '--quiet', `--only-categories=${categories}`]
    const reportOf = async (url: string): Promise<Report> => {
      const flags = '--chrome-flags=--headless --no-sandbox --disable-gpu'
      const args = [...program, url, ...options, flags]
      const { stdout } = await promisify(execFile)('npm', args, { env, maxBuffer: 2 ** 26 })
      return JSON.parse(stdout)
    }
    const scoreIn = (reports: Report[], name: string) =>
      median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)))
    const rows = []
    for (const page of ['home', 'list', 'challenge', 'submission', 'leaderboard'] as const) {
      const reports = await inRounds(sites, rounds, (site) => reportOf(site.origin + site.pages[page]))
      const found = reports.map((all) => categories.map((name) => scoreIn(all, name)).join('/'))
      rows.push({ work: `Lighthouse mobile of ${page}`, found, goal: '>= 97/100/100/100' })
    }
    return rows
  })
