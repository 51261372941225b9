import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { setMaintenance } from '#platform/maintenance.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expectWritten, fillSubmission, sendSubmission, voteCount } from './submissions.ts'
import { expect, test } from './test.ts'

test('maintenance mode explains a refused change, as a page and as data', async ({
  page,
  visitor,
  db,
  faults,
}) => {
  faults.expect(/503|maintenance mode is/)
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
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

test('a refused vote and a refused form show the message, and the form keeps its input', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/503|maintenance mode is/)
  const voting = await makeChallenge(db)
  const submission = await makeSubmission(db, await makeMember(db), voting)
  await openVoting(db, voting)
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

test('a refused admin form shows the message and keeps its input', async ({ page, db, faults }) => {
  faults.expect(/503|maintenance mode is/)
  const member = await makeMember(db)
  await signInAsAdmin(page, db, 'ada@example.org')
  await page.goto(`/admin/leaderboard/${member.id}/points`)
  await hydrated(page)
  await page.getByLabel('Points Change').fill('160')
  await beginMaintenance(db, page)
  try {
    await page.getByRole('button', { name: 'Update Points' }).click()
    await expect(page.getByRole('alert')).toContainText(notice)
    await expect(page.getByLabel('Points Change')).toHaveValue('160')
  } finally {
    await setMaintenance(db, null)
  }
})

test('every page announces maintenance, and the theme and cookie choices still work', async ({
  page,
  visitor,
  db,
  faults,
}) => {
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

test('without JavaScript a refused form is still filled in after going back', async ({
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
