import { makeChallenge } from '#test/builders.ts'
import { accessibilityProblems } from './accessibility.ts'
import { drawing } from './images.ts'
import { alive } from './pages.ts'
import { signIn } from './sign-in.ts'
import { chooseImage, fillSubmission, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the page of the sign-in provider', async ({ page, faults }) => {
  faults.expect(/\b422\b/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await expect(page).toHaveTitle('Choose an account | Creative Dojo')
  expect.soft(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a name.')
  expect.soft(await accessibilityProblems(page)).toEqual([])
})

test('open menus', async ({ page }) => {
  await signIn(page, 'ann@example.org')
  await page.locator('.user-trigger').click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('summary').filter({ hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])
})

test('a form for an entry: refused, with a picture, left unsent, sent', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
  await alive(page)
  await fillSubmission(page)
  await page.getByLabel('Title', { exact: true }).fill(' ')
  await chooseImage(page, await drawing())
  await sendSubmission(page)
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByRole('img', { name: 'What will be sent' })).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeHidden()
  await page.getByLabel('Title', { exact: true }).fill('Lantern')
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])
})

test('the whole picture over the page', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
  await fillSubmission(page)
  await chooseImage(page, await drawing())
  await sendSubmission(page)
  await page.getByRole('link', { name: 'View My Submission' }).click()
  await page.getByRole('link', { name: 'View full image' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect.soft(await accessibilityProblems(page)).toEqual([])
})

test('the chosen theme survives a reload before the server has answered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  // The request of the choice is never answered.
  await page.route(/\/theme(\.data)?$/, () => undefined)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the chosen theme stays, whatever the system says', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const night = await ground()
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(ground).not.toBe(night)
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible()
  const day = await ground()
  await page.reload()
  expect(await ground()).toBe(day)
})
