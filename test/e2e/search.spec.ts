import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { phone } from './pages.ts'
import { expect, test } from './test.ts'

test.use(phone)

test.beforeEach(async ({ db }) => {
  const challenge = await makeChallenge(db, { title: 'Paper Dragons' })
  const author = await makeMember(db, { displayName: 'Dragonfly Ann' })
  await makeSubmission(db, author, challenge, { title: 'Café of dragons' })
})

test('the search shows results while typing, and Back leaves it', async ({ page }) => {
  await page.goto('/challenges')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
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
