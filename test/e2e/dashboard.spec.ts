import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('the lines of the days differ, and each day has its figures', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await makeSubmission(db, await makeMember(db), await makeChallenge(db))
  await page.goto('/admin')
  const chart = page.getByRole('region', { name: 'Last 30 days' })
  await expect(chart).toContainText(/Votes\s*0\s*Entries\s*1\s*Sign-ups\s*2/)
  await expect(chart.getByRole('img', { name: /^Lines of each day/ })).toBeVisible()
  const strokes = await chart
    .locator('path[vector-effect]')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke))
  expect(new Set([...strokes, 'none']).size).toBe(4)
  await expect(chart.locator('rect').last()).toContainText(/: 0 votes, 1 entry, 2 sign-ups$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a table lists the days', async ({ page, db }) => {
    await signInAsAdmin(page, db, 'rei@example.org')
    await page.goto('/admin')
    await page.getByText('Show as table').click()
    await expect(
      page.getByRole('table', { name: /Votes, entries and sign-ups/ }).getByRole('row'),
    ).toHaveCount(31)
  })
})
