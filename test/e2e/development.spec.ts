import { expect, test } from '@playwright/test'
import { collectFaults } from './faults.ts'
import { hydrated } from './pages.ts'
import { openSite } from './site.ts'

test('the development server shows pages without warnings and loads each font once', async ({ browser }) => {
  const site = await openSite('development', { NODE_ENV: 'development' })
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  // Vite bundles packages and may reload the page at the first visit.
  await page.goto('/')
  await hydrated(page)

  const faults = collectFaults()
  faults.watch(context)
  for (const path of ['/', '/challenges', '/login']) {
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url())
    })
    await page.goto(path)
    await hydrated(page)
    expect(fonts).toHaveLength(2)
    page.removeAllListeners('request')
  }
  expect(faults.unexpected()).toEqual([])
  await context.close()
  await site.stop()
})
