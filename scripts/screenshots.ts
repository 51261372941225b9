import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { demoAccounts } from '#db/demo/accounts.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { findChromium } from './check/chromium.mjs'
import { startDemoServer } from './demo-server.ts'
import { type Screen, screensFrom, type Visited } from './screenshots/crawl.ts'

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 740 } }
const [, member, administrator] = demoAccounts

const viewers: readonly Viewer[] = [
  { name: 'visitor' },
  { name: 'member', account: member?.name },
  { name: 'administrator', account: administrator?.name },
]

// Takes screenshots of every screen of the demo for three viewers: npm run screenshots -- <folder> [words of the
// path]
const [folder, ...words] = process.argv.slice(2)

if (!folder) {
  console.error('Usage: npm run screenshots -- <folder> [words of the path]')
  process.exit(1)
}

await mkdir(folder, { recursive: true })

const executablePath = await findChromium(console.log)

console.log('Starting a demo')

const demo = await startDemoServer()
const statuses = await statusesIn(demo.dataDir)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

try {
  for (const viewer of viewers) {
    const page = await enter(browser, demo.origin, viewer)
    const screens = await screensFrom((path) => read(page, path), statuses)
    const wanted = screens.filter(
      ({ path }) => words.length === 0 || words.some((word) => path.includes(word)),
    )
    for (const screen of wanted) await take(page, screen, `${folder}/${viewer.name}`)
    console.log(`${wanted.length} screens as ${viewer.name}`)
    await page.context().close()
  }
} finally {
  await browser.close()
  await demo.stop()
}

async function read(page: Page, address: string): Promise<Visited> {
  const answer = await page.request.get(address)
  return { path: new URL(answer.url()).pathname, html: await answer.text() }
}

async function statusesIn(dataDir: string): Promise<Map<string, string>> {
  const connection = await runningEmbedded(join(dataDir, 'postgres'))
  if (!connection) throw new Error('The demo has no database')
  const db = openDatabase({ connection, poolSize: 1 })
  const rows = await db.rows<{ id: string; status: string }>(sql`select id, status from challenges`)
  await db.close()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** The whole screen in both themes, wide and narrow; file names begin with `stem`. */
async function take(page: Page, { path, name }: Screen, stem: string): Promise<void> {
  await page.goto(path)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await loaded(page)
      await page.screenshot({
        path: `${stem}-${name}-${size}-${colorScheme}.png`,
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
}

function loaded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}

interface Viewer {
  name: string
  account?: string
}

/** A page in a new browser context, signed in with the account, if any, and with the cookie choice made. */
async function enter(browser: Browser, baseURL: string, { account }: Viewer): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  if (!account) return page
  await page.goto('/login')
  await page.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('banner').locator('summary').filter({ hasNotText: 'Menu' }).waitFor()
  return page
}
