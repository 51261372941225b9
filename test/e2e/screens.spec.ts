import type { Page } from '@playwright/test'
import { accessibilityProblems } from './accessibility.ts'
import { patterns } from './routes.ts'
import { type Looker, type Screen, screenless, screensOf } from './screens.ts'
import { seedFixtures } from './seed-fixtures.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.slow()

test('every address of the URL map is looked at here, or has no screen', () => {
  const nowhere = { challenges: {}, entries: {} } as Parameters<typeof screensOf>[0]
  expect([...Object.keys(screensOf(nowhere)), ...screenless].sort()).toEqual([...patterns].sort())
})

const lookers: Looker[] = ['visitor', 'member', 'admin']

for (const looker of lookers) {
  test(`every screen, as ${looker}`, async ({ page, site, visitor, faults }) => {
    faults.expect(/\b40[034]\b/)
    const admin = looker === 'admin' ? page : await visitor()
    const member = looker === 'member' ? page : await visitor()
    await signIn(member, 'ann@example.org')
    const residents = {
      admin: await signInAsAdmin(admin, site.db, 'rei@example.org'),
      owner: await memberOf(site.db, 'ann@example.org'),
    }
    const screens = Object.values(screensOf(await seedFixtures(site, residents))).flat()
    await lookAt(
      page,
      screens.filter((screen) => screen.as.includes(looker)),
    )
  })
}

test('an empty dojo, as visitor, member and administrator', async ({ page, db }) => {
  const open = ['/', '/challenges', '/challenges/voting', '/leaderboard'].map((path) => ({ path }))
  await lookAt(page, open)
  await signInAsAdmin(page, db, 'rei@example.org')
  await lookAt(page, [...open, { path: '/profile' }, { path: '/admin' }])
})

async function lookAt(page: Page, screens: Pick<Screen, 'path' | 'status'>[]): Promise<void> {
  for (const { path, status = 200 } of screens) {
    await test.step(path, async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(status)
      await expect(page).toHaveTitle(/^\S.* \| Creative Dojo$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect.soft(await accessibilityProblems(page), path).toEqual([])
    })
  }
}
