import { daysFromNow, makeChallenge } from '#test/builders.ts'
import { phone } from './pages.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ db }) => {
  for (let n = 1; n <= 20; n++) await makeChallenge(db, { title: `Weekly ${n}.`, createdAt: daysFromNow(-n) })
  await makeChallenge(db, { title: 'A monthly song', type: 'monthly', kind: 'audio' })
  await makeChallenge(db, {
    title: 'Long ago',
    type: 'daily',
    status: 'completed',
    deadline: daysFromNow(-9),
  })
})

for (const [width, options] of [
  ['a phone', phone],
  ['a wide screen', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${width}`, () => {
    test.use(options)

    test('each section links all of its challenges, with filters and pages', async ({ page }) => {
      await page.goto('/challenges')
      const main = page.getByRole('main')
      await main
        .getByRole('region', { name: 'Weekly Challenges' })
        .getByRole('link', { name: 'View all' })
        .click()
      await expect(page.getByRole('heading', { name: 'All Challenges', level: 1 })).toBeVisible()
      await expect(main.getByText('20 challenges')).toBeVisible()
      await main.getByRole('link', { name: 'Page 2' }).click()
      await expect(page).toHaveURL(/&page=2#challenges$/)
      await expect(main.getByRole('heading', { name: 'Weekly 20.' })).toBeVisible()
      const filters = main.locator('summary').filter({ hasText: 'Filters' })
      await expect(filters).toBeVisible({ visible: options === phone })
      if (options === phone) {
        await expect(filters).toHaveText('Filters Upcoming, Active, Voting · Weekly · All kinds')
        await filters.click()
      }
      const filter = (name: string) => main.getByRole('navigation', { name: `Filter by ${name}` })
      await filter('type').getByRole('link', { name: 'All types' }).click()
      await expect(main.getByRole('heading', { name: 'A monthly song' })).toBeVisible()
      await filter('status').getByRole('link', { name: 'Completed' }).click()
      await expect(page).toHaveURL('/challenges/all?status=completed')
      await expect(main.getByRole('heading', { name: 'Long ago' })).toBeVisible()
      await filter('kind').getByRole('link', { name: 'Video' }).click()
      await expect(main.getByText('No challenges match your filter criteria')).toBeVisible()
      await main.getByRole('link', { name: 'Reset Filters' }).click()
      await expect(main.getByText('22 challenges')).toBeVisible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

test.describe('on a phone without scripts', () => {
  test('a line says what is chosen and opens the filters', async ({ visitor }) => {
    const page = await visitor({ ...phone, javaScriptEnabled: false })
    await page.goto('/challenges/all?status=active&kind=audio')
    const count = page.getByText('1 challenge', { exact: true })
    await expect(count).toBeInViewport()
    await expect(page.getByRole('link', { name: 'All kinds' })).toBeHidden()
    await page.getByText('Active · All types · Audio').tap()
    await page.getByRole('link', { name: 'All kinds' }).tap()
    await expect(page.getByText('21 challenges')).toBeInViewport()
  })
})
