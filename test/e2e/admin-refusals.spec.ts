import sql from 'sql-template-tag'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a role that could not be checked is said, and may be retried', async ({ page, db, faults }) => {
  faults.expect(/administrator check failed|\b500\b/)
  await signInAsAdmin(page, db, 'rei@example.org')
  const address = '/admin/challenges?page=2'
  await db.rows(sql`alter table sessions rename to sessions_away`)
  try {
    for (const path of [address, '/admin/exports/members.csv']) {
      const response = await page.request.get(path)
      expect(response.status()).toBe(500)
      const html = await response.text()
      expect(html).toMatch(/<title>Error checking admin access \|/)
      expect(html).toContain('Failed to verify admin status')
      expect(html).toContain('aria-label="Administration"')
    }
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Error checking admin access' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  } finally {
    await db.rows(sql`alter table sessions_away rename to sessions`)
  }
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Challenges', exact: true })).toBeVisible()
})

test('files of administrators answer members with Access Denied and a way back', async ({ page, faults }) => {
  faults.expect(/\b403\b/)
  await signIn(page, 'ann@example.org')
  const response = await page.goto('/admin/exports/challenges.csv')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
