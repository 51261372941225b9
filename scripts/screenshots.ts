// Takes screenshots of every screen of the demo for three viewers, wide and narrow, in both themes:
// npm run screenshots -- <folder> [words of the path]
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { demoAccounts } from '#db/demo/accounts.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { findChromium } from './check/programs.ts'
import { startDemoServer } from './demo-server.ts'
import { screensFrom } from './screenshots/crawl.ts'

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 740 } }
const [, member, administrator] = demoAccounts
const viewers = { visitor: undefined, member: member?.name, administrator: administrator?.name }

const [folder, ...words] = process.argv.slice(2)
if (!folder) throw new Error('Usage: npm run screenshots -- <folder> [words of the path]')
await mkdir(folder, { recursive: true })
const executablePath = await findChromium(console.log)
console.log('Starting a demo')
const demo = await startDemoServer()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const statuses = await statusesIn(demo.dataDir)
  for (const [viewer, account] of Object.entries(viewers)) {
    const page = await enter(browser, account)
    const screens = await screensFrom(async (path) => {
      const answer = await page.request.get(path)
      return { path: new URL(answer.url()).pathname, html: await answer.text() }
    }, statuses)
    const isWanted = (path: string) => words.length === 0 || words.some((word) => path.includes(word))
    const wanted = screens.filter(({ path }) => isWanted(path))
    for (const { path, name } of wanted) await take(page, path, join(folder, `${viewer}-${name}`))
    console.log(`${wanted.length} screens as ${viewer}`)
    await page.context().close()
  }
} finally {
  await browser.close()
  await demo.stop()
}

/** A page in a new browser, signed in with the account, if any, and with the cookie choice made. */
async function enter(browser: Browser, account?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: demo.origin, reducedMotion: 'reduce', locale: 'en-US' })
  const page = await context.newPage()
  if (!account) return page
  await page.goto('/login')
  await page.getByRole('button', { name: 'Decline non-essential cookies' }).click()
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('banner').locator('summary').filter({ hasNotText: 'Menu' }).waitFor()
  return page
}

/** The whole screen in both themes, wide and narrow; file names begin with `stem`. */
async function take(page: Page, path: string, stem: string): Promise<void> {
  await page.goto(path)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.allSettled([...document.images].map((image) => image.decode()))
      })
      const file = `${stem}-${size}-${colorScheme}.png`
      await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
    }
  }
}

/** The status of each challenge, since a challenge has a screen for each status. */
async function statusesIn(dataDir: string): Promise<Map<string, string>> {
  const connection = runningEmbedded(join(dataDir, 'postgres'))
  if (!connection) throw new Error('The demo has no database')
  const db = openDatabase({ connection, poolSize: 1 })
  const rows = await db.rows<{ id: string; status: string }>(sql`select id, status from challenges`)
  await db.close()
  return new Map(rows.map(({ id, status }) => [id, status]))
}
