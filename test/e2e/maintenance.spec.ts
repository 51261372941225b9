import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { setMaintenance } from '#platform/maintenance.server.ts'
import { makeBallot, makeChallenge } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expectWritten, fillSubmission, sendSubmission, voteCount } from './submissions.ts'
import { expect, test } from './test.ts'

test('maintenance explains a refused change, as a page and as data', async ({
  page,
  visitor,
  db,
  faults,
}) => {
  faults.expect(/503|maintenance mode is/)
  const { challenge, submission } = await makeBallot(db)
  await signIn(page, 'ann@example.org', '/')
  const path = `/challenges/${challenge}/submissions/${submission}`
  const plain = await visitor({ javaScriptEnabled: false })
  await plain.goto('/login')
  await setMaintenance(db, { message: 'Back at 18:00 UTC.' })
  try {
    await expect
      .poll(async () => (await page.request.get('/login/start', { maxRedirects: 0 })).status())
      .toBe(503)
    const sent = await page.request.post(`${path}/vote.data`, {
      headers: { origin: new URL(page.url()).origin },
    })
    expect([sent.status(), sent.headers()['retry-after']]).toEqual([503, '60'])
    expect(await sent.text()).toContain('Back at 18:00 UTC.')

    await plain.getByRole('button', { name: 'Sign in with a demo account' }).click()
    await expect(plain.getByRole('heading', { name: 'Read-only for maintenance' })).toBeVisible()
    await expect(plain.getByText('Back at 18:00 UTC.')).toBeVisible()
    await plain.getByRole('link', { name: 'Return to Home' }).click()
    await expect(plain).toHaveURL('/')
  } finally {
    await setMaintenance(db, null)
  }
  await expect
    .poll(async () => (await page.request.get('/login/start', { maxRedirects: 0 })).status())
    .not.toBe(503)
})

const notice = 'Read-only for maintenance: Back at noon'

async function beginMaintenance(db: Database, page: Page): Promise<void> {
  await setMaintenance(db, { message: 'Back at noon' })
  await expect
    .poll(async () => (await page.request.get('/login/start', { maxRedirects: 0 })).status())
    .toBe(503)
}

test('a refused vote and form show the message, and input is kept', async ({ page, db, faults }) => {
  faults.expect(/503|maintenance mode is/)
  const { challenge: voting, submission } = await makeBallot(db)
  const open = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${open}/submit`)
  const form = page
  const [vote, edit] = [await page.context().newPage(), await page.context().newPage()]
  await vote.goto(`/challenges/${voting}/submissions/${submission}`)
  await edit.goto('/profile/edit')
  for (const tab of [form, vote, edit]) await hydrated(tab)
  await fillSubmission(form)
  await edit.getByLabel('Display Name').fill('Paper Otter')
  await beginMaintenance(db, page)
  try {
    await vote.getByRole('button', { name: 'Vote for this submission' }).click()
    await expect(vote.getByRole('status').getByText(notice)).toBeVisible()
    await expect(voteCount(vote)).toHaveText(/^0/)

    await sendSubmission(form)
    await expect(form.getByRole('alert')).toContainText(notice)
    await form.getByRole('button', { name: 'Try Again' }).click()
    await expectWritten(form)

    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(edit.getByRole('alert')).toContainText(notice)
    await expect(edit.getByLabel('Display Name')).toHaveValue('Paper Otter')
    const written = await db.row(sql`
      select (select count(*)::int from votes) as votes,
        (select count(*)::int from submissions where challenge_id = ${open}) as submissions`)
    expect(written).toEqual({ votes: 0, submissions: 0 })
  } finally {
    await setMaintenance(db, null)
  }
})

test('every page announces maintenance, and choices still work', async ({ page, visitor, db, faults }) => {
  faults.expect(/503|maintenance mode is/)
  await beginMaintenance(db, page)
  try {
    for (const javaScriptEnabled of [true, false]) {
      const narrow = await visitor({ javaScriptEnabled, viewport: { width: 390, height: 800 } })
      await narrow.goto('/challenges')
      await expect(narrow.getByRole('status').getByText(notice)).toBeVisible()
      const overflow = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBe(0)
      await narrow.getByRole('button', { name: 'Dark', exact: true }).click()
      await expect(narrow.locator('html')).toHaveAttribute('data-theme', 'dark')
      const answer = narrow.waitForResponse(/\/cookies\/consent/)
      await narrow.getByRole('button', { name: 'Decline' }).click()
      await expect(narrow.getByRole('region', { name: 'Cookies' })).toBeHidden()
      await answer
      await narrow.reload()
      await expect(narrow).toHaveURL('/challenges')
      await expect(narrow.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(narrow.getByRole('region', { name: 'Cookies' })).toBeHidden()
      await expect(narrow.getByRole('status').getByText(notice)).toBeVisible()
    }
  } finally {
    await setMaintenance(db, null)
  }
})

test('without JavaScript a refused form is filled in after going back', async ({
  page,
  visitor,
  db,
  faults,
}) => {
  faults.expect(/503|maintenance mode is/)
  const challenge = await makeChallenge(db)
  const plain = await visitor({ javaScriptEnabled: false })
  await signIn(plain, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(plain)
  await beginMaintenance(db, page)
  try {
    await sendSubmission(plain)
    await expect(plain.getByRole('heading', { name: 'Read-only for maintenance' })).toBeVisible()
    await expect(plain.getByText('Go back; what you typed is still in the form.')).toBeVisible()
    await plain.goBack()
    await expectWritten(plain)
  } finally {
    await setMaintenance(db, null)
  }
})
