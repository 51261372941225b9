import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { drawing } from './images.ts'
import { alive } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { chooseImage, expectWritten, fillSubmission, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => page.addInitScript(noteWaits))

test('a profile says what it is doing, and leads on two seconds after it is saved', async ({ page }) => {
  await signIn(page, 'ann@example.org', '/login?redirect=/profile/edit')
  await alive(page)
  for (const back of ['Back to Profile', 'Cancel']) {
    await expect(page.getByRole('link', { name: back })).toHaveAttribute('href', '/profile')
  }
  const saving = await hold(page, '**/profile/edit')
  await page.getByLabel('Display Name').fill('Paper Otter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').getByText('Saving profile changes...')).toBeVisible()
  saving.goOn()
  await expect(page.getByRole('status').getByText('Profile updated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await waits(page)).toContain(2_000)

  await page.goto('/profile/edit')
  await alive(page)
  await page.getByLabel('Upload your own').setInputFiles(await drawing())
  const uploading = await hold(page, '**/profile/edit')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').getByText('Uploading image...')).toBeVisible()
  uploading.goOn()
  await expect(page).toHaveURL('/profile')
})

test('a form whose session ended asks to sign in, and keeps what was typed', async ({ page, db, faults }) => {
  faults.expect(/\b401\b/)
  const challenge = await makeChallenge(db)
  const signInLink = page.getByRole('alert').getByRole('link', { name: 'Sign in' })
  await signIn(page, 'ann@example.org', '/login?redirect=/profile/edit')
  await alive(page)
  await page.getByLabel('Display Name').fill('Paper Otter')
  await db.rows(sql`delete from sessions`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Sign In Required')
  await expect(page.getByRole('alert')).toContainText('Please sign in to edit your profile.')
  await expect(signInLink).toHaveAttribute('href', '/login?redirect=%2Fprofile%2Fedit')
  await expect(page.getByLabel('Display Name')).toHaveValue('Paper Otter')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await page
    .getByRole('link', { name: 'Leave' })
    .or(page.getByRole('button', { name: 'Leave' }))
    .first()
    .click()
  await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
  await alive(page)
  await fillSubmission(page)
  await db.rows(sql`delete from sessions`)
  await sendSubmission(page)
  await expect(page.getByRole('alert')).toContainText('Sign In Required')
  await expect(page.getByRole('alert')).toContainText('Please sign in to submit to this challenge')
  await expect(signInLink).toHaveAttribute('href', `/login?redirect=%2Fchallenges%2F${challenge}%2Fsubmit`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expectWritten(page)
})

test('an entry is on its way, fails, and is tried again', async ({ page, db, faults }) => {
  faults.expect(/net::ERR_FAILED/)
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
  await alive(page)
  await fillSubmission(page)
  await chooseImage(page, await drawing())
  const entering = await hold(page, '**/submit')
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submitting your entry' })).toBeFocused()
  await expect(page.getByRole('progressbar')).toBeVisible()
  entering.cutOff()
  await expect(page.getByRole('heading', { name: 'Submission Failed' })).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Network error while uploading image.')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expectWritten(page)
  await page.route('**/submit', (route) => route.fulfill({ body: 'no picture here' }), { times: 1 })
  await sendSubmission(page)
  await expect(page.getByRole('alert')).toContainText(
    'An error occurred during submission. Please try again.',
  )
  await page.getByRole('button', { name: 'Try Again' }).click()
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeFocused()
  await page.getByRole('link', { name: 'View My Submission' }).click()
  await expect(page).toHaveURL(new RegExp(`/challenges/${challenge}/submissions/[0-9a-f-]+$`))
})

test('a challenge says what it is doing, and leads on a second and a half after it is saved', async ({
  page,
  db,
}) => {
  const challenge = await makeChallenge(db, { status: 'draft' })
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto(`/admin/challenges/${challenge}/edit`)
  await alive(page)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  const saving = await hold(page, '**/edit')
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-disabled', 'true')
  saving.goOn()
  await expect(page.getByText('Challenge updated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/admin/challenges')
  expect(await waits(page)).toContain(1_500)

  await page.getByRole('searchbox').pressSequentially('night')
  await expect(page).toHaveURL('/admin/challenges?search=night')
  expect(await waits(page)).toContain(500)
})

test('changes by hand say that they are processed, and the list that it is loading', async ({ page, db }) => {
  await makeMember(db, { displayName: 'Paper Fox' })
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/leaderboard?search=fox')
  await alive(page)
  for (const [change, label, choose] of [
    ['Edit Points', 'Update Points', () => page.getByLabel('Points Change').fill('160')],
    ['Edit Rank', 'Update Rank', () => page.getByLabel('New Rank').selectOption('Elite Ninja')],
  ] as const) {
    await page.getByRole('link', { name: `${change} of Paper Fox` }).click()
    await choose()
    const changing = await hold(page, '**/admin/leaderboard/**')
    const dialog = page.getByRole('dialog', { name: change })
    await dialog.getByRole('button', { name: label }).click()
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    changing.goOn()
    await expect(dialog).toBeHidden()
  }
  const loading = await hold(page, '**/admin/leaderboard.data*', 'GET')
  await page.getByRole('link', { name: 'Reset Filters' }).first().click()
  await expect(page.getByRole('status').getByText('Loading users...')).toBeAttached()
  loading.goOn()
  await expect(page.getByText('Showing 2 of 2 users')).toBeVisible()
})

/** Keeps the next thing that is sent to an address on its way until it may go on, or is cut off. */
async function hold(page: Page, address: string, method = 'POST') {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  let held = false
  await page.route(address, async (route) => {
    if (held || route.request().method() !== method) return route.continue()
    held = true
    await ((await promise) === 'abort' ? route.abort() : route.continue())
  })
  return { goOn: () => resolve('continue'), cutOff: () => resolve('abort') }
}

/** Notes how long the page's scripts ask to wait. */
function noteWaits() {
  const noted: number[] = []
  const { setTimeout } = window
  Object.assign(window, {
    noted,
    setTimeout: (run: TimerHandler, wait?: number, ...rest: unknown[]) => {
      noted.push(wait ?? 0)
      return setTimeout(run, wait, ...rest)
    },
  })
}

function waits(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { noted: number[] }).noted)
}
