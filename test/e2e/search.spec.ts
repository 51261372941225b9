import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { hydrated, phone } from './pages.ts'
import { expect, test } from './test.ts'

test.use(phone)

test.beforeEach(async ({ db }) => {
  const challenge = await makeChallenge(db, { title: 'Paper Dragons' })
  const author = await makeMember(db, { displayName: 'Dragonfly Ann' })
  await makeSubmission(db, author, challenge, { title: 'Café of dragons' })
})

test('the search shows results while typing, and Back leaves it', async ({ page }) => {
  await page.goto('/challenges')
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/search')
  const field = page.getByRole('searchbox', { name: 'Search' })
  await expect(field).toBeFocused()
  await page.keyboard.type('dragn')
  await expect(page.getByText('1 challenge, 1 submission, 1 member')).toBeVisible()
  await expect(page).toHaveURL('/search?q=dragn')
  await page.keyboard.type(' zzzzzzzz')
  await expect(page.getByRole('heading', { name: 'Nothing found for “dragn zzzzzzzz”' })).toBeVisible()
  await expect(field).toHaveValue('dragn zzzzzzzz')
  await page.goBack()
  await expect(page).toHaveURL('/challenges')

  await page.goto('/search?q=cafe')
  await page.getByLabel('Show').getByRole('link', { name: 'Submissions' }).click()
  await expect(page).toHaveURL('/search?q=cafe&in=submissions')
  await page.getByRole('link', { name: 'Café of dragons' }).click()
  await expect(page.getByRole('heading', { name: 'Café of dragons', level: 1 })).toBeVisible()
})

test('without scripts the button searches', async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('searchbox').fill('DRAGONFLY')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.locator('#members').getByRole('link', { name: 'Dragonfly Ann' })).toBeVisible()
})

test.describe('with a keyboard', () => {
  test.use({ hasTouch: false, isMobile: false, viewport: { width: 1280, height: 800 } })

  test('the key can be turned off, and is a character in a field', async ({ page }) => {
    await page.goto('/search')
    await page.getByRole('searchbox').press('/')
    await expect(page.getByRole('searchbox')).toHaveValue('/')
    const choice = page.getByRole('checkbox', { name: 'The key / opens this search' })
    await hydrated(page)
    await choice.uncheck()
    await page.goto('/tools')
    await page.keyboard.press('/')
    await page.goto('/search')
    await expect(choice).not.toBeChecked()
    await choice.check()
    await page.goto('/tools')
    await page.keyboard.press('/')
    await expect(page).toHaveURL('/search')
  })
})
