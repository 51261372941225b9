import type { Page } from '@playwright/test'
import type { Member } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeSubmission, openVoting } from '#test/builders.ts'
import { hydrated, openTab } from './pages.ts'
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
  const { member, id, challenge } = await openEdit(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Static garden, later')
  await openVoting(db, challenge)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Editing Not Available' })).toBeVisible()
  await expect(title).toHaveValue('Static garden, later')
  const key = `entry:${member.id}:${id}`
  await page.evaluate((name) => {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '')
    sessionStorage.setItem(name, JSON.stringify({ ...kept, title: 'Static garden' }))
  }, key)
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Editing Not Available' })).toBeVisible()
  await expect(title).toBeHidden()
})

test('a form that is opened, or changed and changed back, is left without a question and kept nowhere', async ({
  page,
  db,
}) => {
  const { path } = await openEdit(page, db)
  await page.reload()
  await hydrated(page)
  await afterEarlyInput(page)
  expect(await keptNames(page)).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Static garden' })).toBeVisible()
  await page.goto(path)
  await hydrated(page)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Static')
  expect(await keptNames(page)).toHaveLength(1)
  await title.fill('Static garden')
  expect(await keptNames(page)).toEqual([])
})

test('each tab keeps its own text while another one saves', async ({ page, db }) => {
  const { path } = await openEdit(page, db)
  const title = page.getByLabel('Title', { exact: true })
  const other = await openTab(page.context(), path)
  await title.fill('Three paragraphs')
  await other.getByLabel('Title', { exact: true }).fill('A quick fix')
  await other.getByRole('button', { name: 'Update Submission' }).click()
  await expect(other).toHaveURL(/\?sent$/)
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible()
  await expect(title).toHaveValue('Three paragraphs')
  await other.goto(path)
  await hydrated(other)
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('A quick fix')
  await expect(other.getByText('Unsaved changes restored.')).toBeHidden()
  await other.close()
})

async function openEdit(
  page: Page,
  db: Database,
): Promise<{ path: string; member: Member; id: string; challenge: string }> {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const member = await memberOf(db, 'ann@example.org')
  const id = await makeSubmission(db, member, challenge, { tools: ['Suno', 'Krita'] })
  const path = `/challenges/${challenge}/submissions/${id}/edit`
  await page.goto(path)
  await hydrated(page)
  return { path, member, id, challenge }
}

/** The form learns of what was typed before the scripts ran a moment after them. */
function afterEarlyInput(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
}

function keptNames(page: Page): Promise<string[]> {
  return page
    .evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) =>
        name.startsWith('entry:'),
      ),
    )
    .then((names) => [...new Set(names)])
}

/** Drafts are not saved any more, and a page is left without a question. */
async function loseDrafts(page: Page): Promise<void> {
  await page.route('**/draft', (route) => route.abort())
  page.on('dialog', (dialog) => dialog.accept())
}
