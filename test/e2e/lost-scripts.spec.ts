import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { hold, hydrated, toast } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const lost = /ERR_|Failed to fetch|Error loading route module|dynamically imported/

test.beforeEach(({ faults }) => faults.expect(lost))

test('Retry sends what a form holds by then, also when its scripts were lost', async ({ page, db }) => {
  await loseScripts(page, 'add')
  await openEntry(page, db)
  const field = page.getByLabel('Write a comment')
  await field.fill('A first thought')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(toast(page)).toContainText('The connection was lost.')
  await field.fill('A second thought')
  await page.unroute(/\/assets\//)
  await toast(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Your comment is published.')).toBeVisible()
  expect(await db.rows(sql`select text from comments`)).toEqual([{ text: 'A second thought' }])
})

test('a vote whose scripts were lost can be sent again after its message is dismissed', async ({
  page,
  db,
}) => {
  await loseScripts(page, 'vote')
  await openEntry(page, db)
  const vote = page.getByRole('button', { name: 'Vote for this submission' })
  await vote.click()
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.unroute(/\/assets\//)
  await vote.click()
  await expect(page.getByRole('button', { name: 'Unvote' })).toBeVisible()
})

test('a vote whose scripts are slow is sent once, and its answer leaves the page that was opened since', async ({
  page,
  db,
}) => {
  const script = await hold(page, /\/assets\/vote-/, 'GET')
  await openEntry(page, db)
  let votes = 0
  page.on('request', (request) => {
    if (request.url().includes('/vote.data')) votes++
  })
  const vote = page.getByRole('button', { name: 'Vote for this submission' })
  await vote.click()
  await script.held
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_200)))
  await vote.click()
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  const answered = page.waitForResponse(/\/vote\.data/)
  script.release()
  await answered
  await expect(toast(page)).toContainText("You've voted for this submission")
  await expect(page).toHaveURL('/leaderboard')
  expect(votes).toBe(1)
})

test('Retry on a later page sends the form of the one before, and keeps what is typed', async ({
  page,
  db,
}) => {
  const { id } = await openEntry(page, db)
  const vote = await hold(page, '**/vote.data*')
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await vote.held
  await page.getByRole('link', { name: 'Report' }).first().click()
  const note = page.getByLabel('Note')
  await note.fill('Ten minutes of work')
  vote.abort()
  await toast(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => db.row(sql`select submission_id as id from votes`)).toEqual({ id })
  await expect(toast(page)).toContainText("You've voted for this submission")
  await expect(note).toHaveValue('Ten minutes of work')
})

test('Retry of a form that has left the page shows why it is refused', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const challenge = await makeChallenge(db)
  const id = await makeSubmission(db, await makeMember(db), challenge)
  const admin = await signInAsAdmin(page, db, 'rei@example.org')
  await page.goto(`/challenges/${challenge}/submissions/${id}`)
  await hydrated(page)
  const approval = await hold(page, '**/approve.data*')
  await page.getByRole('button', { name: 'Approve' }).click()
  await approval.held
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await approveSubmission(db, as(admin), id)
  approval.abort()
  await toast(page).getByRole('button', { name: 'Retry' }).click()
  await expect(toast(page)).toContainText('It is already approved')
  await expect(page).toHaveURL('/leaderboard')
})

test('a vote whose session has ended says so on the page that was opened since', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b401\b/)
  await openEntry(page, db)
  const vote = await hold(page, '**/vote.data*')
  await page.getByRole('button', { name: 'Vote for this submission' }).click()
  await vote.held
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await db.rows(sql`delete from sessions`)
  vote.release()
  await expect(toast(page)).toContainText('You are signed out.')
  await expect(page).toHaveURL('/leaderboard')
})

test('a page whose scripts are slow does not replace the one that was opened since', async ({ page, db }) => {
  const [theme, leaderboard] = [
    await hold(page, /\/assets\/theme-/, 'GET'),
    await hold(page, /\/assets\/leaderboard-/, 'GET'),
  ]
  await openEntry(page, db)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await theme.held
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await leaderboard.held
  await page.getByRole('link', { name: 'Report' }).first().click()
  const note = page.getByLabel('Note')
  await note.fill('Ten minutes of work')
  const answered = page.waitForResponse(/\/theme\.data/)
  leaderboard.release()
  theme.release()
  await answered
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(note).toHaveValue('Ten minutes of work')
})

test('a link whose scripts are slow is followed after a form that is sent, and after a saved form leaves', async ({
  page,
}) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  await hydrated(page)
  const script = await hold(page, /\/assets\/leaderboard-/, 'GET')
  const theme = await hold(page, /\/theme\.data/)
  await page.getByLabel('Bio').fill('Something new')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: /^Save/ }).click()
  await saved
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await theme.held
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await script.held
  theme.release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_500)))
  script.release()
  await expect(page).toHaveURL('/leaderboard')
})

test('Back is not undone by a page whose scripts are slow', async ({ page }) => {
  await page.goto('/search')
  await hydrated(page)
  await page.getByRole('link', { name: 'Challenges' }).first().click()
  await expect(page).toHaveURL('/challenges')
  const script = await hold(page, /\/assets\/leaderboard-/, 'GET')
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await script.held
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/search')
  const loaded = page.waitForResponse(/\/assets\/leaderboard-/)
  script.release()
  await loaded
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  await expect(page).toHaveURL('/search')
})

/** The scripts of an action are lost, until the route is removed. */
async function loseScripts(page: Page, action: string): Promise<void> {
  await page.route(/\/assets\//, (route) =>
    new URL(route.request().url()).pathname.startsWith(`/assets/${action}-`)
      ? route.abort()
      : route.continue(),
  )
}

/** Opens an entry of another member that Ann may vote for. */
async function openEntry(page: Page, db: Database): Promise<{ id: string }> {
  const challenge = await makeChallenge(db)
  const id = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submissions/${id}`)
  await hydrated(page)
  return { id }
}
