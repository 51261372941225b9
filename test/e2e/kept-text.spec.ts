import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { drawing } from './images.ts'
import { elementHydrated, holdScripts, hydrated, openTab } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
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
  const { challenge } = await openEdit(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Static garden, later')
  await openVoting(db, challenge)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Editing Not Available' })).toBeVisible()
  await expect(title).toHaveValue('Static garden, later')
  const [name = ''] = await keptNames(page)
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...kept, texts: { ...kept.texts, title: 'Static garden' } }))
  }, name)
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
  await other.close()
})

test('a tab that continues the text of another one asks before it replaces what that one has saved', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b409\b/)
  const { path } = await openEdit(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('First words')
  const other = await openTab(page.context(), path)
  await expect(other.getByText('Unsaved changes restored.')).toBeVisible()
  await title.fill('First words and an hour of work')
  await page.getByRole('button', { name: 'Update Submission' }).click()
  await expect(page).toHaveURL(/\?sent$/)
  await other.getByLabel('Title', { exact: true }).fill('First word')
  await other.getByRole('button', { name: 'Update Submission' }).click()
  await expect(other.getByRole('alert')).toContainText('Your submission was changed from another device')
  await other.close()
})

test('a tab shows what another one has continued and left, and keeps both when both go on', async ({
  page,
  db,
}) => {
  const { path } = await openEdit(page, db)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('First words')
  page.on('dialog', (dialog) => dialog.accept())
  const other = await openTab(page.context(), path)
  await other.getByLabel('Title', { exact: true }).fill('First words and twenty minutes')
  await other.close()
  await page.reload()
  await expect(title).toHaveValue('First words and twenty minutes')
  const third = await openTab(page.context(), path)
  await title.fill('A fourth way')
  await third.getByLabel('Title', { exact: true }).fill('A third way')
  await third.close()
  expect(await keptNames(page)).toHaveLength(2)
  await page.reload()
  await expect(title).toHaveValue('A fourth way')
})

test('unsaved changes of a profile leave alone what another device has changed since', async ({
  page,
  db,
}) => {
  const { id } = await openProfile(page, db)
  const bio = page.getByLabel('Bio')
  await bio.fill('Half a bio')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/leaderboard')
  await db.rows(sql`update users set display_name = 'Newer Name' where id = ${id}`)
  await page.goto('/profile/edit')
  await expect(page.getByText('Draft restored.')).toBeVisible()
  await expect(bio).toHaveValue('Half a bio')
  await expect(page.getByLabel('Display Name')).toHaveValue('Newer Name')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await page.goto('/profile/edit')
  await hydrated(page)
  await expect(page.getByText('Draft restored.')).toBeHidden()
})

test('an avatar that is chosen before the scripts run is saved', async ({ page, db }) => {
  await openProfile(page, db)
  const runScripts = await holdScripts(page)
  await page.goto('/profile/edit', { waitUntil: 'commit' })
  const avatar = page.getByRole('radio').nth(2)
  await avatar.check({ force: true })
  runScripts()
  await hydrated(page)
  await expect(avatar).toBeChecked()
})

test('what is typed before the scripts run is kept where an extension has changed the page', async ({
  page,
  db,
  faults,
}) => {
  // React renders the page again.
  faults.expect(/Minified React error #418/)
  await openProfile(page, db)
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.body.prepend(document.createElement('div'))
      for (const field of document.querySelectorAll('textarea'))
        field.after(document.createElement('grammar-extension'))
    }),
  )
  const pages = [
    { path: '/profile/edit', fields: ['Display Name', 'Bio'] },
    { path: `/challenges/${challenge}/submissions/${submission}`, fields: ['Write a comment'] },
  ]
  for (const { path, fields } of pages) {
    await page.goto('/tools')
    const runScripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    for (const field of fields) await page.getByLabel(field).fill(`Typed into ${field}`)
    runScripts()
    for (const field of fields) {
      await elementHydrated(page.getByLabel(field))
      await expect(page.getByLabel(field)).toHaveValue(`Typed into ${field}`)
    }
    await expect.poll(() => page.evaluate(() => window.typedEarly)).toBeUndefined()
    const kept = await page.evaluate(() => JSON.stringify(Object.values(localStorage)))
    for (const field of fields) expect(kept).toContain(`Typed into ${field}`)
    await page.unrouteAll()
  }

  const runScripts = await holdScripts(page)
  await page.goto(`/challenges/${await makeChallenge(db)}/submit`, { waitUntil: 'domcontentloaded' })
  const terms = page.getByLabel('I confirm this is my original work')
  const image = page.locator('input[name=image]')
  await terms.check()
  await image.setInputFiles(await drawing())
  runScripts()
  await elementHydrated(terms)
  await expect(terms).toBeChecked()
  await expect.poll(() => image.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1)
  await page.unrouteAll()

  const runAgain = await holdScripts(page)
  await page.goto(`/report/submission/${submission}`, { waitUntil: 'domcontentloaded' })
  const cause = page.getByLabel('What is wrong?')
  await cause.selectOption('other')
  runAgain()
  await elementHydrated(cause)
  await expect(cause).toHaveValue('other')
  await page.unrouteAll()

  const runLast = await holdScripts(page)
  await page.goto('/profile/notifications', { waitUntil: 'domcontentloaded' })
  const channel = page.getByLabel('Comments', { exact: true })
  await channel.selectOption('off')
  runLast()
  await elementHydrated(channel)
  await expect(channel).toHaveValue('off')
})

test('who types while the page is replaced goes on typing', async ({ page, db, faults }) => {
  faults.expect(/Minified React error #418/)
  await openProfile(page, db)
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.body.prepend(document.createElement('div'))),
  )
  await page.goto('/tools')
  const runScripts = await holdScripts(page)
  await page.goto('/profile/edit', { waitUntil: 'domcontentloaded' })
  const bio = page.getByLabel('Bio')
  await bio.pressSequentially('The first half, ')
  runScripts()
  await elementHydrated(bio)
  await page.keyboard.type('and the second')
  await expect(bio).toHaveValue('The first half, and the second')
})

test('dates that are chosen before the scripts run are kept where the page is replaced', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/Minified React error #418/)
  await signInAsAdmin(page, db, 'rei@example.org')
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.body.prepend(document.createElement('div'))),
  )
  await page.goto('/tools')
  const runScripts = await holdScripts(page)
  await page.goto('/admin/challenges/new', { waitUntil: 'domcontentloaded' })
  const dates = page.locator('input[type=datetime-local]')
  await dates.first().fill('2033-04-05T06:07')
  await page.getByLabel('Title', { exact: true }).fill('Paper bridges')
  runScripts()
  await hydrated(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Paper bridges')
  await expect.poll(() => page.evaluate(() => window.typedEarly)).toBeUndefined()
  await expect(dates.first()).toHaveValue('2033-04-05T06:07')
})

test('a picture that is chosen before the scripts run is shown', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const challenge = await makeChallenge(db)
  const runScripts = await holdScripts(page)
  await page.goto(`/challenges/${challenge}/submit`, { waitUntil: 'domcontentloaded' })
  await page.locator('input[name=image]').setInputFiles(await drawing())
  runScripts()
  await hydrated(page)
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
})

test('what is typed after a form without scripts was refused is kept', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  const { path } = await openEdit(page, db)
  const releaseScripts = await holdScripts(page)
  await page.goto(path)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill(' ')
  await page.getByRole('button', { name: 'Update Submission' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  releaseScripts()
  await hydrated(page)
  await title.fill('Corrected')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/challenges')
  await page.goto(path)
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible()
  await expect(title).toHaveValue('Corrected')
})

async function openEdit(page: Page, db: Database): Promise<{ path: string; challenge: string }> {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const member = await memberOf(db, 'ann@example.org')
  const id = await makeSubmission(db, member, challenge, { tools: ['Suno', 'Krita'] })
  const path = `/challenges/${challenge}/submissions/${id}/edit`
  await page.goto(path)
  await hydrated(page)
  return { path, challenge }
}

/** The form learns of what was typed before the scripts ran a moment after them. */
function afterEarlyInput(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
}

function keptNames(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('entry:')))
}

/** Drafts are not saved any more, and a page is left without a question. */
async function loseDrafts(page: Page): Promise<void> {
  await page.route('**/draft', (route) => route.abort())
  page.on('dialog', (dialog) => dialog.accept())
}

async function openProfile(page: Page, db: Database) {
  await signIn(page, 'ann@example.org', '/profile/edit')
  await hydrated(page)
  return memberOf(db, 'ann@example.org')
}
