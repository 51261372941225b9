/**
 * Lighthouse's mobile scores of five public pages of the demo, medians of three runs: npm run bench:lighthouse. The first
 * run installs Lighthouse into node_modules/.cache. RUNS sets the number of runs; paths as arguments replace the pages.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from '../scripts/check/programs.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { median } from './measure.ts'

const version = '13.5.0'
const runs = Number(process.env.RUNS ?? 3)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number; details?: Details }>
}
type Details = { items?: { resourceType?: string; transferSize?: number }[] }
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>
type Launcher = { launch(options: object): Promise<{ port: number; kill(): void }> }

const { lighthouse, launcher } = await installed()
const chromePath = await findChromium(console.log)
const demo = await startDemoServer()
try {
  const paths = process.argv.slice(2)
  const rows = []
  for (const path of paths.length > 0 ? paths : await publicPages()) rows.push(await measure(path))
  console.table(rows)
} finally {
  await demo.stop()
}

async function measure(path: string) {
  const reports: Report[] = []
  for (let run = 0; run < runs; run++) reports.push(await report(demo.origin + path))
  const middle = (value: (report: Report) => number) => median(reports.map(value))
  const audit = (id: string) => Math.round(middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const failing = reports.flatMap(imperfect)
  if (failing.length > 0) console.log(path, Object.fromEntries(failing))
  return {
    path: path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'),
    ...Object.fromEntries(
      categories.map((name) => [name, middle((one) => Math.round((one.categories[name]?.score ?? 0) * 100))]),
    ),
    'FCP ms': audit('first-contentful-paint'),
    'LCP ms': audit('largest-contentful-paint'),
    'TBT ms': audit('total-blocking-time'),
    CLS: middle(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3),
    'script kB': Math.round(middle(scriptBytes) / 100) / 10,
  }
}

async function report(url: string): Promise<Report> {
  const chrome = await launcher.launch({
    chromePath,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  try {
    return (await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: categories })).lhr
  } finally {
    chrome.kill()
  }
}

function scriptBytes({ audits }: Report): number {
  const items = audits['network-requests']?.details?.items ?? []
  return items.reduce(
    (sum, { resourceType, transferSize = 0 }) => sum + (resourceType === 'Script' ? transferSize : 0),
    0,
  )
}

/** The audits that take points away, with their scores. */
function imperfect({ categories, audits }: Report): [string, number][] {
  return Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id))
    .flatMap((id) => {
      const score = audits[id]?.score
      return typeof score === 'number' && score < 0.9 ? [[id, score] as [string, number]] : []
    })
}

async function publicPages(): Promise<string[]> {
  const challenge = await link('/challenges', /href="(\/challenges\/[0-9a-f-]{36})"/)
  const submission = await link(
    '/challenges/submissions',
    /href="(\/challenges\/[0-9a-f-]{36}\/submissions\/[0-9a-f-]{36})"/,
  )
  return ['/', '/challenges', challenge, submission, '/leaderboard']
}

async function link(path: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await (await fetch(demo.origin + path)).text())?.[1]
  if (!found) throw new Error(`${path} has no link like ${pattern}`)
  return found
}

/** Not a development dependency: only this command needs its 114 packages. */
async function installed(): Promise<{ lighthouse: Lighthouse; launcher: Launcher }> {
  const folder = resolve(import.meta.dirname, `../node_modules/.cache/lighthouse-${version}`)
  const main = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true })
    const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts']
    const { status } = spawnSync(
      'npm',
      ['install', '--prefix', folder, ...options, `lighthouse@${version}`],
      {
        stdio: 'inherit',
      },
    )
    if (status !== 0) throw new Error('Lighthouse could not be installed')
  }
  const launcherPath = createRequire(main).resolve('chrome-launcher')
  return {
    lighthouse: (await import(pathToFileURL(main).href)).default,
    launcher: await import(pathToFileURL(launcherPath).href),
  }
}
