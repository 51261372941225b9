import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from './check/chromium.mjs'
import { screensFrom, type Visited } from './screenshots/crawl.ts'
import { startDemo } from './screenshots/demo.ts'
import { take } from './screenshots/take.ts'
import { enter, viewers } from './screenshots/viewers.ts'

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
const demo = await startDemo()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const viewer of viewers) {
    const page = await enter(browser, demo.origin, viewer)
    const screens = await screensFrom((path) => read(page, path), demo.statuses)
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
