import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { signIn, userMenu } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const offline = (page: Page) => page.getByRole('heading', { name: 'You are offline' })

test('without a network seen pages open, and one that says so for others', async ({
  page,
  context,
  db,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  await page.goto('/')
  await isKept(page, '/')
  await page.getByRole('link', { name: 'Paper bridges' }).first().click()
  await isKept(page, `/challenges/${challenge}`)

  await context.setOffline(true)
  await page.goto(`/challenges/${challenge}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Paper bridges' })).toBeVisible()
  await hydrated(page)
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(offline(page)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await hydrated(page)
  await page.getByRole('link', { name: 'Paper bridges' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Paper bridges' })).toBeVisible()

  await context.setOffline(false)
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
})

test('of a member only drafts are kept, until they sign out', async ({ page, context, db, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  const draft = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', `/challenges/${challenge}`)
  await isKept(page, `/challenges/${challenge}`)
  await page.goto('/me')
  await page.goto(draft)
  await page.getByLabel('Title', { exact: true }).fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved').first()).toBeVisible()
  await expect.poll(() => keptText(page, draft)).toContain('A red bridge')

  await context.setOffline(true)
  await page.goto(draft)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A red bridge')
  await openOffline(page, '/me')
  await expect(offline(page)).toBeVisible()
  await openOffline(page, `/challenges/${challenge}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Paper bridges' })).toBeVisible()
  await expect(page.getByText('ann', { exact: true })).toBeHidden()

  await context.setOffline(false)
  await page.goto('/')
  await userMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect.poll(() => keptText(page, draft)).toBe('')
  await context.setOffline(true)
  await openOffline(page, draft)
  await expect(offline(page)).toBeVisible()
})

test('the worker is asked for anew, and keeps few files at once', async ({ page }) => {
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  expect(worker.headers()['content-type']).toContain('javascript')
  const files = new Set((await worker.text()).match(/\/assets\/[\w.-]+/g))
  expect(files.size).toBeGreaterThan(20)
  expect(files.size).toBeLessThan(165)
  const answer = await page.request.get('/offline')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).not.toContain('<script')
})

test('a member turns push on and off for a device, and chooses what it shows', async ({ page, db }) => {
  const subscription = {
    endpoint: 'https://push.example/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }
  // A browser asks the service of its maker.
  await page.addInitScript((made) => {
    Object.assign(PushManager.prototype, { subscribe: async () => ({ toJSON: () => made }) })
  }, subscription)
  await signIn(page, 'ann@example.org', '/profile/notifications')
  const results = page.getByRole('checkbox', { name: 'Push for Results' })
  await expect(results).toBeHidden()
  await page.getByRole('button', { name: 'Turn On' }).click()
  await expect(page.getByText('Push is on for this device.')).toBeVisible()
  await expect(results).toBeChecked()
  await results.uncheck()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await page.reload()
  await expect(results).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Push for Comments' })).toBeChecked()
  expect(await db.rows(sql`select endpoint from push_devices`)).toEqual([{ endpoint: subscription.endpoint }])
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByText('Push is off for this device.')).toBeVisible()
  expect(await db.rows(sql`select from push_devices`)).toEqual([])
})

test('a page registers the service worker some time after it has loaded', async ({ page }) => {
  await page.goto('/')
  const worker = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.active?.scriptURL
    })
  await expect.poll(worker, { timeout: 40_000 }).toMatch(/\/service-worker\.js$/)
})

test('the site can be installed', async ({ page }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons)
    expect((await page.request.get(src)).status(), `${src} ${sizes}`).toBe(200)
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200)
})

/** Waits until the service worker controls the page and keeps the page at `path`. */
async function isKept(page: Page, path: string): Promise<void> {
  // A page does so after ten seconds.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
  })
  await expect.poll(() => keptText(page, path), { message: `${path} is kept` }).not.toBe('')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

function keptText(page: Page, path: string): Promise<string> {
  return page.evaluate(
    async (path) => (await (await caches.match(path, { ignoreVary: true }))?.text()) ?? '',
    path,
  )
}

/** The page that says that there is no network has no scripts to wait for. */
async function openOffline(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
}
