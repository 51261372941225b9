import sql from 'sql-template-tag'
import { signInHere, signInThroughPages, userMenu } from './sign-in.ts'
import { expect, test } from './test.ts'

test('signing out ends the session and reaches other tabs', async ({ page, context, db, visitor }) => {
  await signInThroughPages(page, 'ann@example.org')
  const otherTab = await context.newPage()
  await otherTab.goto('/profile/edit')
  await otherTab.getByLabel('Bio').fill('Half a sentence')
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  await userMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await db.rows(sql`select user_id from sessions`)).toEqual([])

  const notice = otherTab.getByText('You are no longer signed in.')
  await expect(notice).toBeVisible()
  await expect(otherTab.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(otherTab.getByLabel('Bio')).toHaveValue('Half a sentence')

  const otherBrowser = await visitor()
  await otherBrowser.context().addCookies(cookies)
  await otherBrowser.goto('/profile')
  await expect(otherBrowser).toHaveURL('/login?redirect=%2Fprofile')
})

test('the login page redirects a signed-in member', async ({ page }) => {
  await signInThroughPages(page, 'ann@example.org')
  await page.goto('/login?redirect=/leaderboard')
  await expect(page).toHaveURL('/leaderboard')
})

const externalTargets = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  'https:evil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
]

test('sign-in redirects only to pages of this site', async ({ page }) => {
  const login = (redirect: string) => `/login?${new URLSearchParams({ redirect })}`
  for (const target of externalTargets) {
    await page.goto(login(target))
    await expect(page.locator('input[name="redirect"]')).toHaveValue('/')
  }
  await page.locator('input[name="redirect"]').evaluate((input: HTMLInputElement) => {
    input.value = '//evil.example/'
  })
  await signInHere(page, 'ann@example.org')
  await expect(page).toHaveURL('/')
  for (const target of externalTargets) {
    await page.goto(login(target))
    await expect(page).toHaveURL('/')
  }
})

test('a canceled or forged sign-in shows an error', async ({ page, faults }) => {
  faults.expect(/\b400\b/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('access_denied: The sign-in was canceled')
  await page.getByRole('link', { name: 'Return to Login' }).click()
  await expect(page).toHaveURL('/login')

  await page.goto('/auth/callback?error=%3Csvg%20onload%3Dalert(1)%3E')
  await expect(page.getByRole('alert')).toHaveText('Unknown error')
  await page.goto('/auth/callback?error_description=nothing%20else')
  await expect(page.getByRole('alert')).toHaveText('Unknown error')

  faults.expect(/sign-in refused/)
  await page.goto('/auth/callback?code=forged&state=forged')
  await expect(page.getByRole('alert')).toHaveText('Failed to complete authentication')
  await expect(page).toHaveURL(/\/auth\/callback\?failed=refused&reference=[\da-f-]{36}$/)
  await expect(page).toHaveTitle('Authentication Failed | Creative Dojo')
})
