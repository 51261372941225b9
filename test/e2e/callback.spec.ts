import { signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test('an error in the URL fragment shows its code', async ({ page, faults }) => {
  faults.expect(/\b400\b/)
  await page.goto('/auth/callback#error=access_denied&error_description=Not%20today')
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('access_denied')
  await expect(page).toHaveTitle('Authentication Failed | Creative Dojo')
  await expect(page.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/login')
})

test('the callback page waits for a session, then opens the requested page', async ({ page }) => {
  await page.goto('/auth/callback?redirect=/leaderboard')
  await expect(page.getByRole('heading', { name: 'Completing Sign In' })).toBeVisible()
  // By requests, because the page waits for 18 seconds.
  await signIn(page, 'ann@example.org')
  await expect(page).toHaveURL('/leaderboard')
})

test('the callback page fails when no session starts', async ({ page }) => {
  await page.clock.install()
  await page.goto('/auth/callback')
  await expect(page.getByRole('heading', { name: 'Completing Sign In' })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(2_500)
    await expect(page.getByRole('alert')).toHaveText('Authentication failed', { timeout: 200 })
  }).toPass()
})
