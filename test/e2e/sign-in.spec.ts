import sql from 'sql-template-tag'
import { chooseAccount, memberOf, signInHere, userMenu } from './sign-in.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'signing in' : 'signing in without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('leads back to the page, over the optional sheet of a new member', async ({ page, db }) => {
      await page.goto('/leaderboard?period=week')
      await page.getByRole('link', { name: 'Sign In' }).click()
      await expect(page).toHaveTitle('Sign In | Creative Dojo')
      await chooseAccount(page, 'ann@example.org')
      const { displayName } = await memberOf(db, 'ann@example.org')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${displayName}`)
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: /./ })).toHaveCount(0)
      await page.getByLabel('What do you make?').fill('Small boats')
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await expect(page).toHaveURL('/leaderboard?period=week')
      await expect(page.locator('[data-toasts]').filter({ hasText: /./ })).toHaveCount(0)
      expect(await db.row(sql`select bio from users where display_name = ${displayName}`)).toEqual({
        bio: 'Small boats',
      })
      // Without scripts the sheet stays in the history.
      if (!javaScriptEnabled) return
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
      await expect(userMenu(page)).toBeVisible()
    })

    test('leads a known member back at once', async ({ page, visitor }) => {
      await page.goto('/login')
      await signInHere(page, 'ann@example.org')
      const other = await visitor({ javaScriptEnabled })
      await other.goto('/tools')
      await other.getByRole('link', { name: 'Sign In' }).click()
      await chooseAccount(other, 'ann@example.org')
      await expect(other).toHaveURL('/tools')
      await other.goBack()
      await expect(other).toHaveURL('/tools')
      await expect(userMenu(other)).toBeVisible()
    })

    test('is not said to have expired on Back, also after a mistake', async ({ page, faults }) => {
      faults.expect(/\b422\b/)
      await page.goto('/tools')
      await page.getByRole('link', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: 'Sign in with a demo account' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('alert')).toHaveText('Enter a name.')
      await page.getByRole('button', { name: 'Swift Ember' }).click()
      await expect(page).toHaveURL('/profile/edit?welcome=%2Ftools')
      for (const path of ['/', '/tools', '/tools']) {
        await page.goBack()
        await expect(page).toHaveURL(path)
        await expect(userMenu(page)).toBeVisible()
      }
    })
  })
}
