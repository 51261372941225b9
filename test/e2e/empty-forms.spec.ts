import { makeChallenge } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ faults }) => faults.expect(/\b422\b/))

test('an empty submission form shows an error for each field', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveAccessibleDescription(/Title is required/)
  await expect(title).toBeFocused()
  await expect(page.getByText('Description is required')).toBeVisible()
  await expect(page.getByText('AI tools are required')).toBeVisible()
})

test('a profile without a name shows an error', async ({ page }) => {
  await signIn(page, 'ann@example.org', '/login?redirect=/profile/edit')
  await hydrated(page)
  await page.getByLabel('Display Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Display Name')).toHaveAccessibleDescription(/Display name is required/)
})

test('the challenge form names missing values one at a time', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/challenges/new')
  await hydrated(page)
  const create = page.getByRole('button', { name: 'Create Challenge' })
  const problem = page.getByRole('main').getByRole('alert')
  await create.click()
  await expect(problem).toHaveText('Title and description are required')
  await page.getByLabel('Title', { exact: true }).fill('Night market')
  await page.getByLabel('Description', { exact: true }).fill('Draw what is sold after dark.')
  const deadline = await page.getByLabel('Deadline', { exact: true }).inputValue()
  await page.getByLabel('Deadline', { exact: true }).fill('')
  await create.click()
  await expect(problem).toHaveText('Deadline is required')
  await page.getByLabel('Deadline', { exact: true }).fill(deadline)
  await create.click()
  await expect(problem).toHaveText('Please upload an image for the challenge')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Night market')
})
