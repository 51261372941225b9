import { makeChallenge } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { expect, test } from './test.ts'

test('on paper a page is light and without the frame of the site', async ({ page, db }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/challenges/${await makeChallenge(db, { title: 'Night market' })}`)
  await expect(page.getByRole('heading', { name: 'Night market' })).toBeVisible()
  for (const frame of [page.locator('header').first(), page.locator('footer'), page.getByLabel('Cookies')])
    await expect(frame).toBeHidden()
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(ground).toBe('light')
})

test('a menu that was opened before the scripts ran closes on a click outside', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/tools', { waitUntil: 'commit' })
  const menu = page.locator('header details[name="site-menu"]').last()
  await menu.locator('summary').click()
  await expect(menu).toHaveAttribute('open', '')
  release()
  await hydrated(page)
  await expect(menu).toHaveAttribute('open', '')
  await page.mouse.click(20, 700)
  await expect(menu).not.toHaveAttribute('open', '')
})
