import type { Page } from '@playwright/test'
import { patternsWith } from '#test/routes.ts'
import { loadAxeWithPages, onAllDisplays, screenProblems } from './accessibility.ts'
import { hydrated } from './pages.ts'
import { type Screen, screensFor } from './screens.ts'
import { roles, seededScreens } from './seeded-screens.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use({ hasTouch: true })
test.slow()

test('every route with a screen is tested here', () => {
  const none = {}
  const noFixtures = {
    challenges: none,
    submissions: none,
    notifications: none,
    comments: none,
    announcement: none,
    webhook: none,
    series: { prompts: [] as string[] },
  } as Parameters<typeof screensFor>[0]
  expect(Object.keys(screensFor(noFixtures)).sort()).toEqual(patternsWith('hasScreen').sort())
})

for (const role of roles) {
  test(`every screen as ${role}`, async ({ page, site, visitor, faults }) => {
    faults.expect(/\b40[034]\b/)
    // The size changes before a preloaded image is shown.
    faults.expect(/was preloaded using link preload but not used/)
    const routes = await seededScreens(role, { page, site, visitor })
    const screens = onAllDisplays ? routes.flat() : routes.flatMap((ofRoute) => ofRoute.slice(0, 1))
    await checkScreens(
      page,
      // Visitors see the same page in another frame.
      screens
        .filter(({ as }) => (onAllDisplays ? as.includes(role) : as[0] === role))
        .map((screen) => ({ ...screen, isKnown: role !== 'visitor' && screen.as.includes('visitor') })),
    )
  })
}

test('the screens of an empty site, as visitor and administrator', async ({ page, db }) => {
  const open = ['/', '/challenges', '/challenges/voting', '/leaderboard'].map((path) => ({ path }))
  await checkScreens(page, open)
  await signInAsAdmin(page, db, 'rei@example.org')
  await checkScreens(page, [...open, { path: '/profile' }, { path: '/admin' }])
})

async function checkScreens(
  page: Page,
  screens: (Pick<Screen, 'path' | 'status'> & { isKnown?: boolean })[],
): Promise<void> {
  await loadAxeWithPages(page)
  for (const { path, status = 200, isKnown } of screens) {
    await test.step(path, async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(status)
      await expect(page).toHaveTitle(/^\S.* \| Creative Dojo$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await hydrated(page)
      expect.soft(await screenProblems(page, isKnown), path).toEqual([])
    })
  }
}
