import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('the lines of the days differ, and each day has its figures', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await makeSubmission(db, await makeMember(db), await makeChallenge(db))
  await page.goto('/admin')
  const chart = page.getByRole('region', { name: 'Last 30 days' })
  await expect(chart).toContainText(/30 days\s*Votes\s*0\s*Entries\s*1\s*Sign-ups\s*2/)
  await expect(chart.getByRole('img', { name: /^Lines of each day/ })).toBeVisible()
  const strokes = await chart
    .locator('path[vector-effect]')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).stroke))
  expect(new Set([...strokes, 'none']).size).toBe(4)
  await expect(chart.locator('rect').last()).toContainText(/: 0 votes, 1 entry, 2 sign-ups$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form selects another challenge, and a table lists the days', async ({ page, db }) => {
    await signInAsAdmin(page, db, 'rei@example.org')
    for (const title of ['Kites', 'Boats']) await openVoting(db, await makeChallenge(db, { title }))
    await page.goto('/admin')
    const choice = page.getByLabel('Challenge', { exact: true })
    await expect(choice.locator('option:checked')).toHaveText('Boats')
    await choice.selectOption('Kites')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\/admin\?challenge=/)
    await expect(choice.locator('option:checked')).toHaveText('Kites')
    await page.getByText('Show as table').first().click()
    await expect(
      page.getByRole('table', { name: /Votes, entries and sign-ups/ }).getByRole('row'),
    ).toHaveCount(31)
  })
})
