import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { emptyValues } from '#app/features/submissions/form/submission-values.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { drawing } from './images.ts'
import { hold } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import {
  chooseImage,
  expectWritten,
  fillSubmission,
  openSubmissionForm,
  sendSubmission,
} from './submissions.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => page.addInitScript(recordDelays))

test('the profile form shows its progress, and opens the profile after 2 seconds', async ({ page }) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  for (const back of ['Back to Profile', 'Cancel']) {
    await expect(page.getByRole('link', { name: back })).toHaveAttribute('href', '/profile')
  }
  const saving = await hold(page, '**/profile/edit')
  await page.getByLabel('Display Name').fill('Paper Otter')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('status').getByText('Saving profile changes...')).toBeVisible()
  saving.release()
  await expect(page.getByRole('status').getByText('Profile updated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  expect(await delaysOf(page)).toContain(2_000)

  await page.goto('/profile/edit')
  await page.getByLabel('Upload your own').setInputFiles(await drawing())
  const uploading = await hold(page, '**/profile/edit')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').getByText('Uploading image...')).toBeVisible()
  uploading.release()
  await expect(page).toHaveURL('/profile')
})

test('a form with an expired session asks to sign in and keeps its input', async ({ page, db, faults }) => {
  faults.expect(/\b401\b/)
  const challenge = await makeChallenge(db)
  const signInLink = page.getByRole('alert').getByRole('link', { name: 'Sign in' })
  await signIn(page, 'ann@example.org', '/profile/edit')
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
  await expect(page).toHaveURL('/login?redirect=%2Fprofile')
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(page)
  await db.rows(sql`delete from sessions`)
  await sendSubmission(page)
  await expect(page.getByRole('alert')).toContainText('Sign In Required')
  await expect(page.getByRole('alert')).toContainText('Please sign in to submit to this challenge')
  await expect(signInLink).toHaveAttribute('href', `/login?redirect=%2Fchallenges%2F${challenge}%2Fsubmit`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expectWritten(page)
})

test('a submission shows its progress, fails, and is sent again', async ({ page, db, faults }) => {
  faults.expect(/net::ERR_FAILED/)
  const challenge = await openSubmissionForm(page, db)
  // Otherwise the image may be stored with the draft, and is not sent again.
  await page.route('**/draft', (route) => route.abort())
  await fillSubmission(page)
  await chooseImage(page, await drawing())
  const submitting = await hold(page, '**/submit')
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submitting your entry' })).toBeFocused()
  await expect(page.getByRole('progressbar')).toBeVisible()
  submitting.abort()
  await expect(page.getByRole('heading', { name: 'Submission Failed' })).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Network error while uploading image.')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expectWritten(page)
  await page.route('**/submit', (route) => route.fulfill({ body: 'not the expected response' }), { times: 1 })
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

test('a submission waits for a busy server and is sent again by itself (IMG-16)', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b503\b|ERR_FAILED.*\/draft\b/)
  await openSubmissionForm(page, db)
  await page.route('**/draft', (route) => route.abort())
  await fillSubmission(page)
  await chooseImage(page, await drawing())
  const error = 'Failed to upload image: the dojo is busy, please try again in a moment'
  const refusal = { ok: false, message: null, signedOut: false, image: null, imageRefused: true }
  const json = { ...refusal, errors: { image: error }, values: emptyValues }
  const refuseOnce = (seconds: string) =>
    page.route(
      '**/submit',
      (route) => route.fulfill({ status: 503, headers: { 'Retry-After': seconds }, json }),
      {
        times: 1,
      },
    )

  // Longer than the form waits in all.
  await refuseOnce('100')
  await sendSubmission(page)
  await expect(page.getByRole('alert').getByText(error)).toBeVisible()
  await expectWritten(page)

  await refuseOnce('60')
  await sendSubmission(page)
  await expect(page.getByRole('status').getByText('The dojo is busy.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Upload' }).click()
  await expectWritten(page)

  await refuseOnce('1')
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeFocused()
})

test('the challenge form shows its progress, and opens the list after 1.5 seconds', async ({ page, db }) => {
  const challenge = await makeChallenge(db, { status: 'draft' })
  await signInAsAdmin(page, db, 'rei@example.org', `/admin/challenges/${challenge}/edit`)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  const saving = await hold(page, '**/edit')
  await page.getByRole('button', { name: 'Update Challenge' }).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-disabled', 'true')
  saving.release()
  await expect(page.getByText('Challenge updated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/admin/challenges')
  expect(await delaysOf(page)).toContain(1_500)

  await page.getByRole('searchbox').pressSequentially('night')
  await expect(page).toHaveURL('/admin/challenges?search=night')
  expect(await delaysOf(page)).toContain(500)
})

test('adjustments show that they are processed, the list that it loads', async ({ page, db }) => {
  await makeMember(db, { displayName: 'Paper Fox' })
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/leaderboard?search=fox')
  for (const [change, label, choose] of [
    ['Edit Points', 'Update Points', () => page.getByLabel('Points Change').fill('160')],
    ['Edit Rank', 'Update Rank', () => page.getByLabel('New Rank').selectOption('Elite Ninja')],
  ] as const) {
    // The administrator's random name may begin with the same words.
    await page.getByRole('link', { name: `${change} of Paper Fox`, exact: true }).click()
    await choose()
    const changing = await hold(page, '**/admin/leaderboard/**')
    const dialog = page.getByRole('dialog', { name: change })
    await dialog.getByRole('button', { name: label }).click()
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    changing.release()
    await expect(dialog).toBeHidden()
  }
  const loading = await hold(page, '**/admin/leaderboard.data*', 'GET')
  await page.getByRole('link', { name: 'Reset Filters' }).first().click()
  await expect(page.getByRole('status').getByText('Loading users...')).toBeVisible()
  loading.release()
  await expect(page.getByText('Showing 2 of 2 users')).toBeVisible()
})

/** Records the delays that the page passes to setTimeout. */
function recordDelays() {
  const delays: number[] = []
  const { setTimeout } = window
  Object.assign(window, {
    delays,
    setTimeout: (run: TimerHandler, delay?: number, ...rest: unknown[]) => {
      delays.push(delay ?? 0)
      return setTimeout(run, delay, ...rest)
    },
  })
}

function delaysOf(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { delays: number[] }).delays)
}
