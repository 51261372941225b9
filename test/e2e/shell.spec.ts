import sql from 'sql-template-tag'
import { storeImage } from '#domain/media/store.server.ts'
import { makeChallenge, makeEntry, makeMember, makeMembers } from '#test/builders.ts'
import { drawing } from './images.ts'
import { alive } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test('menus close on a click elsewhere, on Escape and with the page', async ({ page }) => {
  await signIn(page, 'ann@example.org')
  await alive(page)
  const trigger = page.locator('.user-trigger')
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

test.describe('a new page', () => {
  test('begins at its top, or at what the address names', async ({ page, db }) => {
    await makeMembers(db, 25)
    await page.setViewportSize({ width: 800, height: 600 })
    await page.goto('/')
    await alive(page)
    await page.evaluate(() => scrollTo({ top: 1_200, behavior: 'instant' }))
    await page.getByRole('link', { name: 'Explore the tools' }).click()
    await expect(page).toHaveURL('/tools')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goto('/')
    await alive(page)
    await page.getByRole('link', { name: 'How ranks work' }).click()
    await expect(page).toHaveURL('/leaderboard#ranking-system')
    const ranks = page.locator('#ranking-system')
    await expect.poll(async () => (await ranks.boundingBox())?.y ?? 9_999).toBeLessThan(120)
    await expect(ranks).toBeInViewport()
  })

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`is scrolled to as the visitor likes it: ${reducedMotion}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion })
      await page.goto('/')
      const behaviour = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
      expect(behaviour).toBe(reducedMotion === 'reduce' ? 'auto' : 'smooth')
    })
  }
})

test('a stroke along the top shows that the next page is on its way', async ({ page }) => {
  await page.goto('/')
  await alive(page)
  const arrived = Promise.withResolvers<void>()
  await page.route(/tools.*\.data/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Explore the tools' }).click()
  await expect(page.locator('.page-progress-busy')).toHaveCount(1)
  arrived.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'AI Creative Tools' })).toBeVisible()
  await expect(page.locator('.page-progress-busy')).toHaveCount(0)
})

test('links in a Markdown document navigate without a page load', async ({ page }) => {
  await page.goto('/terms')
  await alive(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).first().click()
  await expect(page).toHaveURL('/privacy-policy')
  await page.getByRole('main').getByRole('link', { name: 'Decline non-essential cookies' }).click()
  await expect(page).toHaveURL('/cookies#your-choice')
  await expect(page.getByRole('heading', { name: 'Your Choice' })).toBeInViewport()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a page that came without a load is announced, and has the focus where a link is gone', async ({
  page,
}) => {
  await page.goto('/')
  await alive(page)
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

test('the sign-in button says that it is busy', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  const started = Promise.withResolvers<void>()
  await page.route('**/login/start*', async (route) => {
    await started.promise
    // No other page follows.
    await route.fulfill({ status: 204 })
  })
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  started.resolve()
  await page.unrouteAll({ behavior: 'wait' })
})

test('moments are told in the visitor’s own zone, with UTC beside them', async ({ visitor, db }) => {
  const challenge = await makeChallenge(db, { deadline: new Date('2031-03-05T23:30:00Z') })
  const page = await visitor({ locale: 'en-US', timezoneId: 'Asia/Tokyo' })
  await page.goto(`/challenges/${challenge}`)
  await alive(page)
  const deadline = page.locator('time[datetime="2031-03-05T23:30:00.000Z"]').first()
  await expect(deadline).toHaveText('March 6, 2031 at 8:30 AM')
  await expect(deadline).toHaveAttribute('title', /8:30:00\sAM .* \(March 5, 2031 at 11:30\sPM UTC\)/)
})

test('pictures that cannot be loaded give way to drawings', async ({ page, site, db, faults }) => {
  faults.expect(/ERR_FAILED/)
  const maker = await makeMember(db)
  const { buffer } = await drawing()
  const stored = await storeImage(site.images, {
    ownerId: maker.id,
    purpose: 'submission',
    source: buffer,
    size: buffer.length,
  })
  if (!stored.ok) throw new Error(stored.message)
  await makeEntry(db, maker, await makeChallenge(db), { imageId: stored.value.id })
  await page.route(/\/media\/|\/avatars\/ninja-[2-5]/, (route) => route.abort())
  await signIn(page, 'ann@example.org')
  await db.rows(sql`update users set avatar_preset = 3`)
  await page.goto('/challenges/submissions')
  await expect(page.locator('article .picture img')).toHaveAttribute('src', '/pictures/default-entry.svg')
  for (const face of await page.locator('.avatar img').all()) {
    await expect(face).toHaveAttribute('src', '/avatars/ninja-1.svg')
  }
  await db.rows(sql`update users set is_admin = true`)
  await page.goto('/admin/submissions')
  await expect(page.locator('.list-picture img')).toHaveAttribute('src', '/pictures/default-entry.svg')
})
