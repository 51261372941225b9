import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMembers, makeSubmission } from '#test/builders.ts'
import { elementHydrated, hold, holdScript, hydrated } from './pages.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('loads six more as the end comes near, after Show Less on demand', async ({ page, db }) => {
  await page.goto('/tools')
  await page.goto(await makeGallery(db, 20))
  const button = page.getByRole('link', { name: /^Show (More Submissions|Less)$/ })
  const cards = page.locator('#submissions article')
  await expect(cards).toHaveCount(6)
  for (const shown of [12, 18, 20]) {
    await cards.last().scrollIntoViewIfNeeded()
    await expect(async () => {
      await cards.last().scrollIntoViewIfNeeded()
      expect(await cards.count()).toBeGreaterThanOrEqual(shown)
    }).toPass()
  }
  await expect(button).toHaveText('Show Less')
  await page.goBack()
  await expect(page).toHaveURL('/tools')
  await page.goForward()
  await expect(cards).toHaveCount(20)
  await hydrated(page)
  await button.click()
  await expect(cards).toHaveCount(6)
  await expect(button).toBeFocused()
  await expect(cards.first()).toBeInViewport()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await button.scrollIntoViewIfNeeded()
  await button.click()
  await expect(cards).toHaveCount(12)
  await expect(button).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => url.includes('submissions.data'))).toHaveLength(1)
})

test('nothing in view moves while more load below it', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          // Without an element it is what fills the last row.
          if (!element) moved.push('::after')
          else if (element.closest('#submissions > li')) moved.push(element.outerHTML.slice(0, 200))
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(await makeGallery(db, 20))
  const rows = page.locator('#submissions > li')
  await expect(rows.nth(5)).toBeInViewport()
  await expect(rows.nth(11)).toBeAttached()
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
})

test('a click on a picture is not lost to what loads by itself', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 1200 })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const letStepsRun = await holdScript(page, 'Show More Submissions')
  await page.goto(await makeGallery(db, 20))
  const opening = await hold(page, '**/voting-room/*.data*', 'GET')
  await page.locator('#submissions a[href*=voting-room]').first().click()
  await opening.held
  await letStepsRun()
  await elementHydrated(page.getByRole('link', { name: 'Show More Submissions' }))
  opening.release()
  await expect(page).toHaveURL(/voting-room/)
  expect(requests.filter((url) => url.includes('shown=12'))).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

test('the last click counts, also one at the moment at which more loads by itself', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.addInitScript(() => {
    const Observer = IntersectionObserver
    Object.assign(window, {
      IntersectionObserver: class extends Observer {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          super((entries, observer) => {
            callback(entries, observer)
            const isNear = entries.some(({ isIntersecting }) => isIntersecting)
            if (options?.rootMargin === '100%' && isNear)
              document.querySelector<HTMLElement>('#submissions a[href*=voting-room]')?.click()
          }, options)
        }
      },
    })
  })
  await page.goto(await makeGallery(db, 20), { waitUntil: 'commit' })
  await expect(page).toHaveURL(/voting-room/)
})

test('more loads by itself also after Back from another page', async ({ page, db }) => {
  await page.goto(await makeGallery(db, 301))
  const next = page.getByRole('navigation', { name: 'Pages of submissions' }).getByRole('link').last()
  await elementHydrated(next)
  await next.evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  const cards = page.locator('#submissions article')
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    expect(await cards.count()).toBeGreaterThan(6)
  }).toPass({ timeout: 20_000 })
})

test('without JavaScript the link opens the first new submission', async ({ db, visitor, baseURL }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto(baseURL + (await makeGallery(db, 8)))
  await page.getByRole('link', { name: 'Show More Submissions' }).click()
  await expect(page).toHaveURL(/\?shown=12#entry-7$/)
  await expect(page.locator('#submissions article')).toHaveCount(8)
  await expect(page.locator('#entry-7')).toBeInViewport()
  await page.getByRole('link', { name: 'Show Less' }).click()
  await expect(page).toHaveURL(/\/submissions#submissions$/)
  await expect(page.locator('#submissions article')).toHaveCount(6)
})

test('players are 315 and 166 pixels high before and after the click', async ({ page, db }) => {
  await page.route(/vimeo|soundcloud/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' }),
  )
  const [author] = await makeMembers(db, 1)
  const links = [
    ['video', 'https://vimeo.com/1084537', 315],
    ['audio', 'https://soundcloud.com/forss/flickermood', 166],
  ] as const
  for (const [kind, contentUrl, height] of links) {
    const challenge = await makeChallenge(db, { kind })
    const submission = await makeSubmission(db, author, challenge, { contentUrl })
    await page.goto(`/challenges/${challenge}/submissions/${submission}`)
    const link = page.getByRole('link', { name: kind === 'audio' ? 'Listen to Audio' : 'Watch Video' })
    expect((await link.boundingBox())?.height).toBe(height)
    // The player is a part of its own, which React takes over after the page; before, its link leads away.
    await elementHydrated(link)
    await link.click()
    const frame = page.locator('iframe')
    await expect(frame).toBeFocused()
    expect((await frame.boundingBox())?.height).toBe(height)
    await page.setViewportSize({ width: 390, height: 844 })
    expect((await frame.boundingBox())?.height).toBe(height)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})

async function makeGallery(db: Database, count: number): Promise<string> {
  const challenge = await makeChallenge(db)
  for (const [index, member] of (await makeMembers(db, count)).entries()) {
    await makeSubmission(db, member, challenge, { title: `Work ${index + 1}` })
  }
  return `/challenges/${challenge}/submissions`
}
