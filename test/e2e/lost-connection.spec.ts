import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { actionLoaded, hold, hydrated, toast } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import {
  fillSubmission,
  openSubmissionForm,
  sendSubmission,
  submissionTexts,
  voteCount,
} from './submissions.ts'
import { expect, test } from './test.ts'

const lost = /ERR_|Failed to fetch|Error loading route module|dynamically imported/
const message = 'The connection was lost. Please try again.'

test('without a connection links, pages and forms keep the page, and Retry sends again', async ({
  page,
  context,
  db,
  faults,
}) => {
  faults.expect(lost)
  const [submission] = await makeVoting(db)
  await signIn(page, 'ann@example.org', submission)
  await hydrated(page)
  await actionLoaded(page, 'vote')
  await context.setOffline(true)

  await test.step('a vote', async () => {
    await page.getByRole('button', { name: 'Vote for this submission' }).click()
    await expect(toast(page)).toContainText('Failed to register your vote. Please try again.')
    await expect(voteCount(page)).toHaveText(/^0/)
  })
  await test.step('a link to a page that was not open before', async () => {
    await page.getByRole('link', { name: 'Leaderboard' }).first().click()
    await expect(toast(page)).toContainText(message)
    await expect(page).toHaveURL(submission)
    await expect(page.getByRole('button', { name: 'Vote for this submission' })).toBeVisible()
  })
  await context.setOffline(false)
  await retry(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Vote for this submission' })).toBeVisible()
  await test.step('a page whose scripts are loaded', async () => {
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Leaderboard' }).first().click()
    await expect(toast(page)).toContainText(message)
    await expect(page).toHaveURL(submission)
    await expect(page.locator('[data-page-progress]')).toHaveAttribute('data-page-progress', 'idle')
  })
  await test.step('the theme', async () => {
    await toast(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast(page)).toHaveText('')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(toast(page)).toContainText(message)
    await expect(page).toHaveURL(submission)
  })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
  await expect(toast(page)).toContainText("You've voted for this submission")
})

test('a vote whose answer was lost is counted once', async ({ page, db, faults }) => {
  faults.expect(lost)
  const [submission] = await makeVoting(db)
  await signIn(page, 'ann@example.org', submission)
  await hydrated(page)
  await page.route(
    /\/vote\.data/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await retry(page)
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
  await expect(toast(page)).toContainText('You have already voted for this submission')
  expect(await db.row(sql`select count(*)::int as votes from votes`)).toEqual({ votes: 1 })
})

test('Retry sends the form that was lost, not the one that was sent after it', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(lost)
  const challenge = await makeChallenge(db)
  for (const title of ['Red kite', 'No kite'])
    await makeSubmission(db, await makeMember(db), challenge, { title })
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/submissions')
  await hydrated(page)
  const approval = await hold(page, '**/approve.data*')
  await page.getByRole('button', { name: 'Approve Red kite' }).click()
  await approval.held
  await page.getByRole('link', { name: 'Reject No kite' }).click()
  await page.getByRole('button', { name: 'Reject Submission' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'No kite' })).toContainText('Rejected')
  approval.abort()
  await expect(toast(page)).toContainText(message)
  await retry(page)
  await expect(page.getByRole('row').filter({ hasText: 'Red kite' })).toContainText('Approved')
})

test('without a connection a submission is not approved, and a dialog keeps its text', async ({
  page,
  context,
  db,
  faults,
}) => {
  faults.expect(lost)
  const challenge = await makeChallenge(db)
  for (const title of ['Red kite', 'Blue kite']) {
    await makeSubmission(db, await makeMember(db), challenge, { title })
  }
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/submissions')
  await hydrated(page)
  await page.getByRole('link', { name: 'Reject Blue kite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('It is a plane')
  await actionLoaded(page, 'reject')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Reject Submission' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await expect(dialog.getByLabel('Reason')).toHaveValue('It is a plane')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Approve Red kite' }).click()
  await expect(toast(page)).toContainText(message)
  await context.setOffline(false)
  await retry(page)
  await expect(page.getByRole('row').filter({ hasText: 'Red kite' })).toContainText('Approved')
  expect(await db.rows(sql`select title, status from submissions order by title`)).toEqual([
    { title: 'Blue kite', status: 'pending' },
    { title: 'Red kite', status: 'approved' },
  ])
})

test('a submission without a file that does not arrive says so, and Try Again keeps its texts', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(lost)
  await openSubmissionForm(page, db)
  await fillSubmission(page)
  await page.route('**/submit', (route) => route.abort(), { times: 1 })
  await sendSubmission(page)
  await expect(page.getByRole('alert')).toContainText(message)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeFocused()
})

test('an answer that is not from the app keeps the page', async ({ page, db, faults }) => {
  faults.expect(/502|503/)
  const [submission] = await makeVoting(db)
  await signIn(page, 'ann@example.org', submission)
  await hydrated(page)
  for (const status of [502, 200]) {
    await page.route(/\.data/, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>A proxy</h1>' }),
    )
    // The message of the first one is still shown when the second one arrives.
    const answered = page.waitForResponse(/\.data/)
    await page.getByRole('link', { name: 'Challenges' }).first().click()
    await answered
    await expect(toast(page)).toContainText(message)
    await expect(page).toHaveURL(submission)
    await page.unroute(/\.data/)
  }
  await retry(page)
  await expect(page).toHaveURL('/challenges')
})

test('a submission that is saved before the connection is lost shows this, and a link to its result', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(lost)
  await openSubmissionForm(page, db)
  await fillSubmission(page)
  await page.route(/submit\.data/, (route) => route.abort())
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Your submission is saved' })).toBeVisible()
  await expect(toast(page)).toContainText(message)
  await page.unroute(/submit\.data/)
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
})

test('a submission whose answer was lost is stored once, and found', async ({ page, db, faults }) => {
  faults.expect(/409|ERR_/)
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', path)
  await hydrated(page)
  await fillSubmission(page)
  let lostAnswers = 0
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST' || lostAnswers > 0) return route.continue()
    lostAnswers++
    await route.fetch()
    await route.abort()
  })
  await sendSubmission(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: "You've Already Submitted" })).toBeVisible()
  await page.getByRole('link', { name: 'View My Submission' }).click()
  await expect(page.getByRole('heading', { level: 1, name: submissionTexts.Title })).toBeVisible()
})

test('after a deploy links open their page and forms are sent by the browser', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/404|dynamically imported|ERR_FAILED.*\/draft\b/)
  const [submission] = await makeVoting(db)
  const open = await makeChallenge(db)
  await page.route(/\/assets\/vote-/, (route) => route.fulfill({ status: 404 }))
  await signIn(page, 'ann@example.org', submission)
  await hydrated(page)
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
  await expect(toast(page)).toContainText("You've voted for this submission")

  // Otherwise the server may have the draft already.
  await page.route('**/draft', (route) => route.abort())
  await page.goto(`/challenges/${open}/submit`)
  await hydrated(page)
  await fillSubmission(page)
  await deploy(page)
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await page.goto(`/challenges/${open}/submit`)
  await expect(page.getByText('Draft restored.')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(submissionTexts.Title)
  await page.getByLabel('I confirm this is my original work').check()
  await deploy(page)
  await sendSubmission(page)
  await page.getByRole('link', { name: 'View My Submission' }).click()
  await expect(page.getByRole('heading', { level: 1, name: submissionTexts.Title })).toBeVisible()
})

test('after a deploy the form of selected submissions opens its page with them', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/404|dynamically imported/)
  const challenge = await makeChallenge(db)
  for (const title of ['Red kite', 'No kite'])
    await makeSubmission(db, await makeMember(db), challenge, { title })
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto('/admin/submissions?status=pending')
  await hydrated(page)
  await page.getByRole('checkbox', { name: 'Select Red kite' }).check()
  await deploy(page)
  await page.getByRole('button', { name: 'Approve selected' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Approve Submissions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve 1 Submission', exact: true })).toBeVisible()
})

/** Removes all scripts that the page has not loaded yet, until another document is opened. */
async function deploy(page: Page): Promise<void> {
  const gone = /\/assets\/.*\.js/
  await page.route(gone, (route) => route.fulfill({ status: 404 }))
  page.on('request', async (request) => {
    if (request.isNavigationRequest()) await page.unroute(gone)
  })
}

function retry(page: Page): Promise<void> {
  return toast(page).getByRole('button', { name: 'Retry' }).click()
}

async function makeVoting(db: Database): Promise<[string, string]> {
  const challenge = await makeChallenge(db)
  const ids = [
    await makeSubmission(db, await makeMember(db), challenge),
    await makeSubmission(db, await makeMember(db), challenge),
  ]
  await openVoting(db, challenge)
  const [first = '', second = ''] = ids.map((id) => `/challenges/${challenge}/submissions/${id}`)
  return [first, second]
}
