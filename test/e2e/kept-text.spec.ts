import type { Page } from '@playwright/test'
import { makeChallenge, makeSubmission, openVoting } from '#test/builders.ts'
import { hydrated } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { openSubmissionForm } from './submissions.ts'
import { expect, test } from './test.ts'

test('what only the browser has can be copied once the challenge is closed, and discarded', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  const challenge = await openSubmissionForm(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await loseDrafts(page)
  await title.fill('A red bridge at night')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Your browser keeps the text.')).toBeVisible()
  await openVoting(db, challenge)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Challenge Not Available' })).toBeVisible()
  await expect(page.getByText('only this browser has it')).toBeVisible()
  await expect(title).toHaveValue('A red bridge at night')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue('A red bridge')
  await page.reload()
  await hydrated(page)
  await expect(title).toHaveValue('A red bridge')
  await expect(page.getByText('only this browser has it')).toBeHidden()
})

test('what only the browser has can be copied after another device has submitted', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/ERR_FAILED.*\/draft\b/)
  const challenge = await openSubmissionForm(page, db)
  await loseDrafts(page)
  await page.getByLabel('Title', { exact: true }).fill('Static garden')
  await page.getByLabel('Description', { exact: true }).fill('What the radio grows.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Your browser keeps the text.')).toBeVisible()
  await makeSubmission(db, await memberOf(db, 'ann@example.org'), challenge)
  await page.reload()
  await expect(page.getByRole('heading', { name: "You've Already Submitted" })).toBeVisible()
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('What the radio grows.')
})

test('changes that only the browser has can be copied once editing ends, but not what was saved', async ({
  page,
  db,
}) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const member = await memberOf(db, 'ann@example.org')
  const id = await makeSubmission(db, member, challenge, { tools: ['Suno', 'Krita'] })
  await page.goto(`/challenges/${challenge}/submissions/${id}/edit`)
  await hydrated(page)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Static garden, later')
  await openVoting(db, challenge)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Editing Not Available' })).toBeVisible()
  await expect(title).toHaveValue('Static garden, later')
  const key = `entry:${member.id}:${id}`
  await page.evaluate((name) => {
    const kept = JSON.parse(localStorage.getItem(name) ?? '')
    localStorage.setItem(name, JSON.stringify({ ...kept, title: 'Static garden' }))
  }, key)
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Editing Not Available' })).toBeVisible()
  await expect(title).toBeHidden()
})

/** Drafts are not saved any more, and a page is left without a question. */
async function loseDrafts(page: Page): Promise<void> {
  await page.route('**/draft', (route) => route.abort())
  page.on('dialog', (dialog) => dialog.accept())
}
