import { signIn, signInAsAdmin } from './sign-in.ts'
import { openSubmissionForm } from './submissions.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ faults }) => faults.expect(/\b422\b/))

test('an empty submission form shows an error for each field', async ({ page, db }) => {
  await openSubmissionForm(page, db)
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  const title = page.getByLabel('Title', { exact: true })
  const description = page.getByLabel('Description', { exact: true })
  const tools = page.getByLabel('AI Tools Used')
  const summary = page.getByRole('main').getByRole('alert')
  await expect(title).toHaveAccessibleDescription(/Title is required/)
  await expect(title).toBeFocused()
  await expect(description).toHaveAccessibleDescription(/Description is required/)
  await expect(tools).toHaveAccessibleDescription(/AI tools are required/)
  await expect(summary).toContainText('Your entry was not submitted.')
  await expect(summary.getByRole('link')).toHaveText([
    'Title is required',
    'Description is required',
    'AI tools are required',
    'Please confirm that this is your original work created with AI tools',
  ])

  await title.fill('x'.repeat(119))
  await expect(page.getByText('Title is required')).toBeHidden()
  await expect(title).toHaveAccessibleDescription('119/120 characters')
  await expect(page.getByRole('status').getByText('1 character left')).toBeAttached()
  await expect(description).toHaveAccessibleDescription(/Description is required/)
  await summary.getByRole('link', { name: 'AI tools are required' }).click()
  await expect(tools).toBeFocused()
})

test('a profile without a name or a session shows an error', async ({ page, faults }) => {
  faults.expect(/\b401\b/)
  await signIn(page, 'ann@example.org', '/profile/edit')
  await page.getByLabel('Display Name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Display Name')).toHaveAccessibleDescription(/Display name is required/)
  await page.getByLabel('Display Name').fill('Paper Otter')
  await expect(page.getByText('Display name is required')).toBeHidden()

  await page.context().clearCookies()
  await page.getByLabel('Bio').fill('Folds rivers.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const problem = page.locator(':focus').filter({ hasText: 'Sign In Required' })
  await expect(problem).toBeInViewport()
  await expect(page.getByLabel('Bio')).toHaveValue('Folds rivers.')
})

test('an empty challenge form marks every field at once', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges/new')
  const title = page.getByLabel('Title', { exact: true })
  const deadline = page.getByLabel('Deadline', { exact: true })
  const create = page.getByRole('button', { name: 'Create Challenge' })
  const problem = page.getByRole('main').getByRole('alert')
  const preset = await deadline.inputValue()
  await deadline.fill('')
  await create.click()
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription(/Title is required/)
  await expect(problem.getByRole('link')).toHaveText([
    'Title and description are required',
    'Deadline is required',
    'Please upload an image for the challenge',
  ])
  await title.fill('Night market')
  await page.getByLabel('Description', { exact: true }).fill('Draw what is sold after dark.')
  await problem.getByRole('link', { name: 'Deadline is required' }).click()
  await expect(deadline).toBeFocused()
  await deadline.fill(preset)
  await expect(problem).toHaveText('Please upload an image for the challenge')
  await create.click()
  await expect(page.getByLabel('Image', { exact: true })).toBeFocused()
  await expect(title).toHaveValue('Night market')
})
