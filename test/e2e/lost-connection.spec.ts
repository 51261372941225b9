import type { Page, Route } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { drawing } from './images.ts'
import { hold, toast } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expectWritten, fillSubmission, sendSubmission, submissionTexts, voteCount } from './submissions.ts'
import { expect, test } from './test.ts'

const lost = /ERR_|Failed to fetch/
const message = 'The connection was lost. Please try again.'

for (const [answer, respond] of [
  ['no answer', (route: Route) => route.abort()],
  [
    'a page of a proxy',
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  ],
  [
    'a page of a network',
    (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
  ],
  ['JSON of another shape', (route: Route) => route.fulfill({ json: { secure_url: null } })],
] as const)
  test(`a form that gets ${answer} keeps its content, and is sent again`, async ({ page, db, faults }) => {
    faults.expect(/ERR_|\b502\b/)
    const [submission] = await makeVoting(db)
    await signIn(page, 'ann@example.org', submission)
    const lose = (address: string) =>
      page.route(address, (route) =>
        route.request().method() === 'POST' ? respond(route) : route.continue(),
      )
    await test.step('a vote', async () => {
      await lose('**/vote.data*')
      await page.getByRole('button', { name: 'Vote for this submission' }).click()
      await expect(toast(page)).toContainText('Failed to register your vote. Please try again.')
      await expect(voteCount(page)).toHaveText(/^0/)
      await page.unroute('**/vote.data*')
      await retry(page)
      await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
      await expect(toast(page)).toContainText("You've voted for this submission")
    })
    await test.step('a comment', async () => {
      await lose('**/comments.data*')
      const field = page.getByLabel('Write a comment')
      await field.fill('A thought')
      await page.getByRole('button', { name: 'Comment' }).click()
      await expect(page.getByRole('region', { name: 'Comments' }).getByRole('alert')).toHaveText(message)
      await expect(field).toHaveValue('A thought')
      await page.unroute('**/comments.data*')
      await page.getByRole('button', { name: 'Comment' }).click()
      await expect(page.getByText('Your comment is published.')).toBeVisible()
    })
    await test.step('a submission', async () => {
      await page.goto(`/challenges/${await makeChallenge(db)}/submit`)
      await fillSubmission(page)
      await lose('**/submit')
      await sendSubmission(page)
      await expect(page.getByRole('alert')).toContainText('Everything you entered is still here.')
      await page.unroute('**/submit')
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expectWritten(page)
      await sendSubmission(page)
      await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeFocused()
    })
  })

const strangeAnswers = [
  { status: 502, json: { message: 'Bad gateway' } },
  { json: {} },
  { json: [] },
  { json: { secure_url: null } },
  { json: { ok: true } },
  { json: { ok: false, message: 'No' } },
  { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
]

test('a challenge form keeps its content after any answer that is not ours', async ({ page, db, faults }) => {
  faults.expect(/\b502\b/)
  await signInAsAdmin(page, db, 'rei@example.org')
  const path = '/admin/challenges/new'
  await page.goto(path)
  const fields = { Title: 'Night market', Description: 'Draw what is sold after dark.' }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await afterStrangeAnswers(page, path, 'Create Challenge', 'Failed to save challenge', fields)
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page).toHaveURL('/admin/challenges')
  await expect(page.getByRole('row').filter({ hasText: 'Night market' })).toBeVisible()
})

/** Sends a form that gets each answer in turn, and expects the message, the texts, the file and a button that can be used. */
async function afterStrangeAnswers(
  page: Page,
  path: string,
  button: string,
  message: string,
  fields: Record<string, string>,
): Promise<void> {
  for (const answer of strangeAnswers)
    await test.step(JSON.stringify(answer), async () => {
      const { held, release } = await holdAnswer(page, path, answer)
      await page.getByRole('button', { name: button }).click()
      await held
      await expect(page.getByRole('alert')).toHaveCount(0)
      release()
      await expect(page.getByRole('alert')).toHaveText(message)
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(page.getByRole('button', { name: button })).toBeEnabled()
      for (const [label, text] of Object.entries(fields)) {
        await expect(page.getByLabel(label)).toBeEditable()
        await expect(page.getByLabel(label)).toHaveValue(text)
      }
      const files = page.locator('form input[type=file]')
      expect(await files.evaluate((input) => (input as HTMLInputElement).files?.length)).toBe(1)
    })
}

/** Answers the next form of a path in place of the server once it is released. */
async function holdAnswer(page: Page, path: string, answer: Parameters<Route['fulfill']>[0]) {
  const arrival = Promise.withResolvers<void>()
  const departure = Promise.withResolvers<void>()
  let answered = false
  await page.route(`**${path}`, async (route) => {
    if (answered || route.request().method() !== 'POST') return route.fallback()
    answered = true
    arrival.resolve()
    await departure.promise
    await route.fulfill(answer)
  })
  return { held: arrival.promise, release: () => departure.resolve() }
}

test('a vote whose answer was lost is counted once', async ({ page, db, faults }) => {
  faults.expect(lost)
  const [submission] = await makeVoting(db)
  await signIn(page, 'ann@example.org', submission)
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

test('Retry sends the form that was lost, not the one sent after it', async ({ page, db, faults }) => {
  faults.expect(lost)
  const challenge = await makeChallenge(db)
  for (const title of ['Red kite', 'No kite'])
    await makeSubmission(db, await makeMember(db), challenge, { title })
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
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

test('a lost approval approves nothing, and a dialog keeps its text', async ({ page, db, faults }) => {
  faults.expect(lost)
  const challenge = await makeChallenge(db)
  for (const title of ['Red kite', 'Blue kite']) {
    await makeSubmission(db, await makeMember(db), challenge, { title })
  }
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
  await page.getByRole('link', { name: 'Reject Blue kite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('It is a plane')
  const sent = /\/(reject|approve)\.data/
  await page.route(sent, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Reject Submission' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await expect(dialog.getByLabel('Reason')).toHaveValue('It is a plane')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Approve Red kite' }).click()
  await expect(toast(page)).toContainText(message)
  await page.unroute(sent)
  await retry(page)
  await expect(page.getByRole('row').filter({ hasText: 'Red kite' })).toContainText('Approved')
  expect(await db.rows(sql`select title, status from submissions order by title`)).toEqual([
    { title: 'Blue kite', status: 'pending' },
    { title: 'Red kite', status: 'approved' },
  ])
})

test('a submission whose answer was lost is stored once, and found', async ({ page, db, faults }) => {
  faults.expect(/409|ERR_/)
  const challenge = await makeChallenge(db)
  const path = `/challenges/${challenge}/submit`
  await signIn(page, 'ann@example.org', path)
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
