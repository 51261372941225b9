import { applyPointsEntries } from '#domain/points/ledger.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeMember } from '#test/builders.ts'
import { at } from '#test/database.ts'
import { phone } from './pages.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ db }) => {
  const [old, active] = [
    await makeMember(db, { displayName: 'Old Pine' }),
    await makeMember(db, { displayName: 'Green Sprout' }),
  ]
  const pay = (userId: string, points: number) =>
    ({ userId, points, reason: 'challenge_win', challengeId: null, sourceId: newId() }) as const
  await at(db, '2020-02-03', (tx) => applyPointsEntries(tx, [pay(old.id, 500)]))
  await applyPointsEntries(db, [pay(active.id, 100)])
})

for (const [width, options] of [
  ['a phone', phone],
  ['a wide screen', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${width}`, () => {
    test.use(options)

    test('shows the first row in the first view, and guide values on demand', async ({ page }) => {
      await page.goto('/leaderboard')
      await expect(page.locator('#top-ninjas').getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
      const range = page.getByText('25-100 bonus points')
      await expect(range).toBeHidden()
      await page.locator('#point-system').getByText('Guide values').click()
      await expect(range).toBeVisible()
    })

    test('a month lists who earned points in it, and all time everyone', async ({ page }) => {
      await page.goto('/leaderboard')
      const table = page.locator('#top-ninjas')
      await expect(table.getByRole('row').nth(1)).toContainText('Old Pine')
      const periods = table.getByRole('navigation', { name: 'Period' })
      await expect(periods.getByRole('link', { name: 'All time' })).toHaveAttribute('aria-current', 'true')
      await periods.getByRole('link', { name: 'This month' }).click()
      await expect(page).toHaveURL('/leaderboard?period=month')
      await expect(table.getByRole('row').nth(1)).toContainText('Green Sprout')
      await expect(table).not.toContainText('Old Pine')
      await periods.getByRole('link', { name: 'This season' }).click()
      await expect(table).toContainText(/By the points of \w+ to \w+ \d{4}/)
      await periods.getByRole('link', { name: 'All time' }).click()
      await expect(page).toHaveURL('/leaderboard')
      await expect(table).toContainText('Old Pine')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

test('the periods work without scripts', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/leaderboard')
  await page.getByRole('link', { name: 'This month' }).click()
  await expect(page).toHaveURL('/leaderboard?period=month#top-ninjas')
  await expect(page.locator('#top-ninjas')).not.toContainText('Old Pine')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/leaderboard$/)
})
