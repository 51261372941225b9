import { makeChallenge } from '#test/builders.ts'
import { screenProblems } from './accessibility.ts'
import { drawing } from './images.ts'
import { imageViewerLoaded } from './pages.ts'
import { signIn, userMenu } from './sign-in.ts'
import { chooseImage, fillSubmission, openSubmissionForm, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the account page of the demo provider is accessible', async ({ page, faults }) => {
  faults.expect(/\b422\b/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with' }).click()
  await expect(page).toHaveTitle('Choose an account | Creative Dojo')
  expect.soft(await screenProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a name.')
  expect.soft(await screenProblems(page)).toEqual([])
})

test('open menus are accessible', async ({ page }) => {
  await signIn(page, 'ann@example.org', '/')
  await userMenu(page).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.locator('summary').filter({ hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])
})

test('the submission form is accessible in each of its states', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  await openSubmissionForm(page, db)
  // A saved draft can be left without a question.
  await page.route(/\/draft(\.data)?$/, () => undefined)
  await fillSubmission(page)
  await page.getByLabel('Title', { exact: true }).fill(' ')
  await chooseImage(page, await drawing())
  await sendSubmission(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Title is required')
  await expect(page.getByRole('img', { name: 'What will be sent' })).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeHidden()
  await page.getByLabel('Title', { exact: true }).fill('Lantern')
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])
})

test('the full image dialog is accessible', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(page)
  await chooseImage(page, await drawing())
  await sendSubmission(page)
  await page.getByRole('link', { name: 'View My Submission' }).click()
  await imageViewerLoaded(page)
  await page.getByRole('link', { name: 'View full image' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect.soft(await screenProblems(page)).toEqual([])
})

test('the chosen theme survives a reload before the server responds', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  // The server never responds to the change of the theme.
  await page.route(/\/theme(\.data)?$/, () => undefined)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the chosen theme overrides the theme of the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const root = page.locator('html')
  const background = () => root.evaluate((html) => getComputedStyle(html).backgroundColor)
  const dark = await background()
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  // Before hydration the button loads the page again.
  await expect(root).not.toHaveCSS('background-color', dark)
  await expect(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await expect(root).not.toHaveCSS('background-color', dark)
})

test('forced colors show the current link, the chosen avatar and progress', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, 'ann@example.org', '/profile/edit')
  const avatars = page.getByRole('group', { name: 'Avatar' }).locator('label')
  const outlines = await avatars.evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle))
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1)

  await page.goto('/leaderboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const grounds = await links.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(grounds.filter((ground) => ground !== grounds[0])).toHaveLength(1)

  const bar = page.getByRole('table').getByRole('progressbar').first()
  const drawnAt = (value: number) =>
    bar
      .evaluate((element: HTMLProgressElement, to) => element.setAttribute('value', to), String(value))
      .then(() => bar.screenshot())
  expect(await drawnAt(90)).not.toEqual(await drawnAt(10))
})
