import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { deleteComment } from '#domain/comments/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import {
  makeBallot,
  makeChallenge,
  makeComment,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { elementHydrated, hold, phone } from './pages.ts'
import { scriptWith } from './scripts.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('comment, reply, edit, report, hide and tell', async ({ page, db, visitor, faults }) => {
  faults.expect(/\b422\b/)
  await signIn(page, 'ann@example.org')
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  const submission = await makeSubmission(db, await memberOf(db, 'ann@example.org'), challenge, {
    title: 'A red bridge',
  })
  await openVoting(db, challenge)
  const path = `/challenges/${challenge}/submissions/${submission}`

  const other = await visitor(phone)
  await signIn(other, 'ben@example.org')
  await other.goto(path)
  await other.getByLabel('Write a comment').fill('Lovely! See https://example.org/bridges.')
  await other.getByRole('button', { name: 'Comment' }).click()
  await expect(other.getByText('Your comment is published.')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
  await expect(other.getByLabel('Write a comment')).toHaveValue('')
  const link = other.getByRole('link', { name: 'https://example.org/bridges' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')

  await other.getByRole('link', { name: 'Edit', exact: true }).click()
  await other.getByLabel('Your comment').fill('Buy my course at once')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('edited', { exact: true })).toBeVisible()

  await page.goto(path)
  const comment = page.locator('article', { hasText: 'Buy my course' }).last()
  await expect(comment).toBeVisible()
  await page.locator('summary', { hasText: 'Reply' }).click()
  await page.getByLabel('Your reply').fill('No, thank you')
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('No, thank you')).toBeVisible()
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await page.getByRole('button', { name: 'Send Report' }).click()
  const cause = page.getByLabel('What is wrong?')
  // The text is also that of the empty option.
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Choose what is wrong')
  await cause.selectOption('other')
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Send Report' }).click()
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription(/Say what is wrong/)
  await cause.selectOption('spam')
  await page.getByLabel('Note').fill('Advertising')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toContainText('Your report is not sent yet.')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Send Report' }).click()
  await expect(page.getByText('Administrators will look at it')).toBeVisible()

  const admin = await visitor(phone)
  await signInAsAdmin(admin, db, 'organiser@example.org', '/admin/reports')
  await admin.getByRole('link', { name: 'Hide Comment' }).click()
  await admin.getByRole('button', { name: 'Hide Comment' }).click()
  await expect(admin.getByText('Please give a reason.')).toBeVisible()
  // The confirmation, which is loaded again after a refusal, may be asked for once the report is resolved.
  faults.expect(/\/resolve\/hide\.data/)
  await admin.getByLabel('Reason').fill('Advertising')
  await admin.getByRole('button', { name: 'Hide Comment' }).click()
  await expect(admin.getByText('Comment hidden and report resolved')).toBeVisible()
  await expect(admin.getByText('No report is open.')).toBeVisible()

  await page.goto(path)
  await expect(page.getByText('Hidden by an administrator.')).toBeVisible()
  await expect(page.getByText('Buy my course')).toBeHidden()
  await other.goto(path)
  await expect(other.getByText('Hidden by an administrator: Advertising')).toBeVisible()
})

test('without scripts comments are written, refused and deleted', async ({ db, visitor, faults }) => {
  faults.expect(/\b422\b/)
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  await signIn(page, 'ann@example.org')
  const { challenge, submission } = await makeBallot(db)
  const path = `/challenges/${challenge}/submissions/${submission}`
  await page.goto(path)
  await page.getByLabel('Write a comment').fill('x'.repeat(1_001))
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('A comment has at most 1,000 characters')).toBeVisible()
  await page.getByLabel('Your comment').fill('Short enough')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}#comment-`))
  await expect(page.getByText('Short enough')).toBeVisible()
  await page.locator('summary', { hasText: 'Reply' }).click()
  await page.getByLabel('Your reply').fill('y'.repeat(1_001))
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Your comment').fill('A short answer')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('A short answer')).toBeVisible()
  await page.getByRole('link', { name: 'Delete', exact: true }).last().click()
  await page.getByRole('button', { name: 'Delete Comment' }).click()
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Comment' }).click()
  await expect(page.getByText('Your comment is deleted.')).toBeVisible()
  await expect(page.getByText('Short enough')).toBeHidden()
})

test('an edit and a report outlive a reload, and are gone once sent', async ({ page, db }) => {
  const { field } = await openToComment(page, db)
  page.on('dialog', (dialog) => dialog.accept())
  await field.fill('A thought')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(/\/edit$/)
  const editPath = new URL(page.url()).pathname
  const text = page.getByLabel('Your comment')
  await text.fill('A better thought')
  const reportPath = `/report/member/${(await makeMember(db)).id}`
  await page.goto(reportPath)
  await page.getByLabel('What is wrong?').selectOption({ index: 2 })
  await page.getByLabel('Note').fill('Half a report')
  const reason = await page.getByLabel('What is wrong?').inputValue()

  await page.goto(editPath)
  await expect(text).toHaveValue('A better thought')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A better thought')).toBeVisible()
  await page.goto(reportPath)
  await expect(page.getByLabel('Note')).toHaveValue('Half a report')
  await expect(page.getByLabel('What is wrong?')).toHaveValue(reason)
  await page.getByRole('button', { name: 'Send Report' }).click()
  await expect(page).not.toHaveURL(reportPath)
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:'))),
  ).toEqual([])
})

test('the field is empty after a comment, also if as many are listed', async ({ page, db, faults }) => {
  faults.expect(/comments\.data/)
  const { field, path } = await openToComment(page, db)
  const [, challengeId = '', submissionId = ''] = /^\/challenges\/(.+)\/submissions\/(.+)$/.exec(path) ?? []
  const other = await makeMember(db)
  const comment = await makeComment(db, other, [challengeId, submissionId], 'Soon gone')
  await page.reload()
  await elementHydrated(field)
  await field.fill('In its place')
  await deleteComment(db, other, comment)
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('Your comment is published.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
  await expect(field).toHaveValue('')

  // The answer is lost, and the page loads its data again before the text is sent again.
  await page.route('**/comments.data', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field.fill('Arrived unnoticed')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByRole('region', { name: 'Comments' }).getByRole('alert')).toContainText('connection')
  await page.unroute('**/comments.data')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible()
  await expect(field).toHaveValue('Arrived unnoticed')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('Your comment is published.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible()
})

test('two replies sent one after the other on a slow line are both published', async ({ page, db }) => {
  const { path } = await openToComment(page, db)
  const [, challengeId = '', submissionId = ''] = /^\/challenges\/(.+)\/submissions\/(.+)$/.exec(path) ?? []
  const other = await makeMember(db)
  for (const text of ['First thread', 'Second thread'])
    await makeComment(db, other, [challengeId, submissionId], text)
  await page.route('**/*.data*', async (route) => {
    await sleep(800)
    await route.continue()
  })
  await page.reload()
  const replies = []
  for (const [place, text] of ['To the second', 'To the first'].entries()) {
    const thread = page.locator('details', { hasText: 'Your reply' }).nth(place)
    await thread.locator('summary').click()
    await thread.getByLabel('Your reply').fill(text)
    replies.push(thread.getByRole('button', { name: 'Reply' }))
  }
  for (const reply of replies) {
    await reply.click()
    await sleep(1_000)
  }
  await expect(page.getByLabel('Your reply').filter({ visible: true })).toHaveCount(0)
  for (const text of ['To the second', 'To the first']) await expect(page.getByText(text)).toBeVisible()
})

test('a reply that is sent while its thread is opened leaves its field', async ({ page, db }) => {
  const { path, field } = await openToComment(page, db)
  const [, challengeId = '', submissionId = ''] = /^\/challenges\/(.+)\/submissions\/(.+)$/.exec(path) ?? []
  const other = await makeMember(db)
  const at: [string, string] = [challengeId, submissionId]
  const thread = await makeComment(db, other, at, 'A thread')
  for (let n = 1; n <= 4; n++) await makeComment(db, other, at, `Reply ${n}`, thread)
  await page.reload()
  await elementHydrated(field)
  await page.locator('summary', { hasText: 'Reply' }).click()
  const reply = page.getByLabel('Your reply')
  await reply.fill('My reply')
  const sending = await hold(page, '**/comments.data')
  await page.getByRole('button', { name: 'Reply' }).click()
  await sending.held
  await page.getByRole('link', { name: 'View all 4 replies' }).click()
  await expect(page).toHaveURL(/thread=/)
  sending.release()
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('My reply')).toBeVisible()
  await expect(reply.filter({ visible: true })).toHaveCount(0)
})

test('a page of comments that is empty by now leads to all of them', async ({ page, db }) => {
  const { path } = await openToComment(page, db)
  const [, challengeId = '', submissionId = ''] = /^\/challenges\/(.+)\/submissions\/(.+)$/.exec(path) ?? []
  await makeComment(db, await makeMember(db), [challengeId, submissionId], 'The only one')
  await page.goto(`${path}?comments=2`)
  await expect(page.getByText('No comments yet')).toBeHidden()
  await page.getByRole('link', { name: 'All comments' }).click()
  await expect(page.getByText('The only one')).toBeVisible()
})

test('a comment that is not sent yet stays with its submission', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const challenge = await makeChallenge(db)
  const [first = '', second = ''] = await Promise.all(
    ['A red bridge', 'A blue bridge'].map(async (title) =>
      makeSubmission(db, await makeMember(db), challenge, { title }),
    ),
  )
  await openVoting(db, challenge)
  const path = (submission: string) => `/challenges/${challenge}/submissions/${submission}`
  const field = page.getByLabel('Write a comment')
  for (const [submission, text] of [
    [second, 'For the blue one'],
    [first, 'For the red one'],
  ] as const) {
    await page.goto(path(submission))
    await elementHydrated(field)
    await field.fill(text)
  }
  await page.getByRole('link', { name: 'A blue bridge', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A blue bridge')
  await expect(field).toHaveValue('For the blue one')
})

test('a comment and a reply accepted after a refusal leave their fields', async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED|\b422\b/)
  const { field } = await openToComment(page, db)
  const comments = page.getByRole('region', { name: 'Comments' })
  const alert = comments.getByRole('alert')
  const send = page.getByRole('button', { name: 'Comment' })
  await loseComments(page)
  await field.fill('A thought')
  await send.click()
  await expect(alert).toContainText('connection')
  await page.unroute('**/comments.data')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(alert).toBeHidden()

  await page.locator('summary', { hasText: 'Reply' }).click()
  const reply = page.getByLabel('Your reply')
  await reply.fill('\u200b')
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(alert).toBeVisible()
  await reply.fill('An answer')
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('An answer')).toBeVisible()
  await expect(reply).toBeHidden()
  await expect(alert).toBeHidden()
})

test('a submission is shown whose comments are loaded later', async ({ page, db, faults }) => {
  faults.expect(/ERR_CONNECTION_RESET|Failed to load/)
  await signIn(page, 'ann@example.org')
  const { challenge, submission } = await makeBallot(db, {}, { title: 'A red bridge' })
  let refusals = 2
  await page.route(`**/assets/${scriptWith('Your comment is published.')}`, (route) =>
    refusals-- > 0 ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto(`/challenges/${challenge}/submissions/${submission}`)
  await expect.poll(() => refusals).toBeLessThan(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A red bridge')
  const field = page.getByLabel('Write a comment')
  await elementHydrated(field)
  await field.fill('It holds')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('Your comment is published.')).toBeVisible()
})

test('a comment is confirmed while the page of an earlier vote still loads', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const { challenge, submission } = await makeBallot(db, {}, { title: 'A red bridge' })
  const path = `/challenges/${challenge}/submissions/${submission}`
  await page.goto(path)
  await elementHydrated(page.getByLabel('Write a comment'))
  const [answered, commented] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    `**${path}.data*`,
    async (route) => {
      const response = await route.fetch()
      answered.resolve()
      await commented.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.route(`**${path}/comments.data*`, async (route) => {
    // Sets its cookie before the page of the vote arrives. Its redirect is followed after that.
    const response = await route.fetch()
    commented.resolve()
    await expect(page.getByText("You've voted for this submission")).toBeVisible()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.getByRole('button', { name: /^Vote/ }).click()
  await answered.promise
  await page.getByLabel('Write a comment').fill('It holds')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByText('Your comment is published.')).toBeVisible()
})

test('a notification leads to the comment, and focus follows what is written', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const [challenge, ben] = [await makeChallenge(db), await makeMember(db)]
  const submission = await makeSubmission(db, ann, challenge)
  await openVoting(db, challenge)
  await makeComment(db, ben, [challenge, submission], 'What a colour!')
  await deliverEvents(db, { sendsMail: false })
  await page.goto('/notifications')
  await page.getByRole('listitem').filter({ hasText: 'New comment' }).getByRole('link').click()
  const comment = page.locator('article', { hasText: 'What a colour!' }).last()
  await expect(comment).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Comments' })).toBeFocused()

  await page.locator('summary', { hasText: 'Reply' }).click()
  await expect(page.getByLabel('Your reply')).toBeFocused()
  await page.keyboard.type('Thank you')
  await page.getByRole('button', { name: 'Reply' }).click()
  const reply = page.locator('article', { hasText: 'Thank you' }).last()
  await expect(reply).toBeFocused()
  await reply.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Your comment')).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(reply).toBeFocused()
})

/** Opens a submission of someone else as a member who may comment on it. */
/** Comments do not arrive, until the route is removed. */
function loseComments(page: Page): Promise<unknown> {
  return page.route('**/comments.data', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
}

async function openToComment(page: Page, db: Database) {
  await signIn(page, 'ann@example.org')
  const { challenge, submission } = await makeBallot(db)
  const path = `/challenges/${challenge}/submissions/${submission}`
  await page.goto(path)
  const field = page.getByLabel('Write a comment')
  await elementHydrated(field)
  return { path, field }
}
