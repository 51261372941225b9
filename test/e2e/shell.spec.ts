import type { Locator } from '@playwright/test'
import sql from 'sql-template-tag'
import { storeImage } from '#domain/media/store.server.ts'
import { accepted, makeChallenge, makeMember, makeMembers, makeSubmission } from '#test/builders.ts'
import { drawing } from './images.ts'
import { hold, holdScripts, hydrated, phone } from './pages.ts'
import { signIn, userMenu } from './sign-in.ts'
import { expect, test } from './test.ts'

test('menus close on an outside click, on Escape and on navigation', async ({ page }) => {
  await signIn(page, 'ann@example.org', '/')
  const trigger = userMenu(page)
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await trigger.click()
  await expect(signOut).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(signOut).toBeHidden()
  await trigger.click()
  await page.keyboard.press('Escape')
  await expect(signOut).toBeHidden()
  await expect(trigger).toBeFocused()
  await trigger.click()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL('/profile/edit')
  await expect(signOut).toBeHidden()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a menu that was opened before the scripts run closes on an outside click', async ({ page }) => {
    const letScriptsRun = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    const menu = page.getByRole('banner').locator('details', { hasText: 'Menu' })
    await menu.locator('summary').click()
    await expect(menu).toHaveAttribute('open')
    letScriptsRun()
    await hydrated(page)
    await expect(menu).toHaveAttribute('open')
    // Beside what is above the sheet with the links.
    await page.mouse.click(385, 310)
    await expect(menu).not.toHaveAttribute('open')
    await expect(page).toHaveURL('/')
  })
})

test.describe('navigation', () => {
  test('scrolls to the top, or to the fragment of the address', async ({ page, db }) => {
    await makeMembers(db, 25)
    await page.setViewportSize({ width: 800, height: 600 })
    await page.goto('/')
    await page.evaluate(() => scrollTo({ top: 1_200, behavior: 'instant' }))
    await page.getByRole('link', { name: 'Explore the tools' }).click()
    await expect(page).toHaveURL('/tools')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goto('/')
    await page.getByRole('link', { name: 'How ranks work' }).click()
    await expect(page).toHaveURL('/leaderboard#ranking-system')
    const ranks = page.locator('#ranking-system')
    await expect.poll(async () => (await ranks.boundingBox())?.y ?? 9_999).toBeLessThan(120)
    await expect(ranks).toBeInViewport()
  })

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`respects prefers-reduced-motion: ${reducedMotion}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      const behaviour = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
      expect(behaviour).toBe(reducedMotion === 'reduce' ? 'auto' : 'smooth')
      const delay = await page.evaluate(() => {
        document.body.insertAdjacentHTML('beforeend', '<i class="belt-knot"></i>')
        return getComputedStyle(document.body.lastElementChild as Element).animationDelay
      })
      expect(delay).toBe(reducedMotion === 'reduce' ? '0s' : '0.6s')
    })
  }
})

test('a progress bar shows while the next page loads', async ({ page }) => {
  await page.goto('/')
  const data = await hold(page, /tools.*\.data/, 'GET')
  await page.getByRole('link', { name: 'Explore the tools' }).click()
  await expect(page.locator('[data-page-progress="busy"]')).toHaveCount(1)
  data.release()
  await expect(page.getByRole('heading', { level: 1, name: 'AI Creative Tools' })).toBeVisible()
  await expect(page.locator('[data-page-progress="busy"]')).toHaveCount(0)
})

test('navigation announces the page, and moves the focus if its link is gone', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore the tools' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'AI Creative Tools' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await expect(page.locator('p[aria-live]')).toHaveText(await page.title())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }).click()
  await expect(page.locator('p[aria-live]')).toHaveText(/^Resources/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }),
  ).toBeFocused()
})

test('the keyboard keeps its place where a button or a page of a list goes', async ({ visitor, db }) => {
  for (let n = 0; n < 30; n++) await makeChallenge(db)
  const page = await visitor({ colorScheme: 'light' })
  await page.goto('/challenges/all')
  const press = (button: Locator) => button.press('Enter')
  await press(page.getByRole('button', { name: 'Use the dark theme' }))
  await expect(page.getByRole('button', { name: 'Use the light theme' })).toBeFocused()

  await press(page.getByRole('button', { name: 'Decline non-essential cookies' }).first())
  await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()

  await press(page.getByRole('link', { name: 'Next page' }))
  await expect(page).toHaveURL(/page=2/)
  await expect(page.locator('#challenges')).toBeFocused()
})

test('the sign-in button shows that it is busy', async ({ page }) => {
  await page.goto('/login')
  const started = Promise.withResolvers<void>()
  await page.route('**/login/start*', async (route) => {
    await started.promise
    // 204 keeps the browser on this page.
    await route.fulfill({ status: 204 })
  })
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  started.resolve()
  await page.unrouteAll({ behavior: 'wait' })
})

test('times are shown in the visitor’s time zone, and explained in UTC', async ({ visitor, db }) => {
  const challenge = await makeChallenge(db, { deadline: new Date('2031-03-05T23:30:00Z') })
  const page = await visitor({ locale: 'en-US', timezoneId: 'Asia/Tokyo' })
  await page.goto(`/challenges/${challenge}`)
  await page.getByText('Brief and rules').click()
  const deadline = page.locator('time[datetime="2031-03-05T23:30:00.000Z"]').first()
  await expect(deadline).toHaveText('March 6, 2031 at 8:30 AM')
  await deadline.hover()
  await expect(deadline).toHaveAttribute('title', /8:30:00\sAM .* \(March 5, 2031 at 11:30\sPM UTC\)$/)
})

test('images that fail to load are replaced by default images', async ({ page, site, db, faults }) => {
  faults.expect(/ERR_FAILED/)
  const author = await makeMember(db)
  const upload = { ownerId: author.id, purpose: 'submission', bytes: (await drawing()).buffer } as const
  const { id: imageId } = accepted(await storeImage(site.images, upload))
  await makeSubmission(db, author, await makeChallenge(db), { imageId })
  await page.route(/\/media\/|\/avatars\/ninja-[2-5]/, (route) => route.abort())
  await signIn(page, 'ann@example.org')
  await db.rows(sql`update users set avatar_preset = 3`)
  await page.goto('/challenges/submissions')
  await expect(page.getByRole('article').locator('img[src="/pictures/default-submission.svg"]')).toHaveCount(
    1,
  )
  for (const avatar of await page.locator('img[src^="/avatars/"]').all()) {
    await expect(avatar).toHaveAttribute('src', '/avatars/ninja-1.svg')
  }
  await db.rows(sql`update users set is_admin = true`)
  await page.goto('/admin/submissions')
  await expect(page.getByRole('row').locator('img[src="/pictures/default-submission.svg"]')).toHaveCount(1)
})
