import { memberOf, signInThroughPages } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a visitor signs in as a new member and returns to the requested page', async ({ page, db }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveTitle('Sign In | Creative Dojo')
  await signInThroughPages(page, 'ann@example.org', '/login?redirect=/leaderboard')
  await expect(page).toHaveURL('/leaderboard')
  const ann = await memberOf(db, 'ann@example.org')
  await expect(page.getByText(ann.displayName).first()).toBeVisible()
})
