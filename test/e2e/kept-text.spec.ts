import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeSubmission } from '#test/builders.ts'
import { holdScripts, hydrated } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a form without changes is left without a question and kept nowhere', async ({ page, db }) => {
  const { path } = await openEdit(page, db)
  await page.reload()
  expect(await keptNames(page)).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Static garden' })).toBeVisible()
  await page.goto(path)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Static')
  expect(await keptNames(page)).toHaveLength(1)
  await title.fill('Static garden')
  expect(await keptNames(page)).toEqual([])
})

test('unsaved changes of a profile leave alone what another device changed', async ({ page, db }) => {
  const { id } = await openProfile(page, db)
  const bio = page.getByLabel('Bio')
  await bio.fill('Half a bio')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/leaderboard')
  await db.rows(sql`update users set display_name = 'Newer Name' where id = ${id}`)
  await page.goto('/profile/edit')
  await expect(bio).toHaveValue('Half a bio')
  await expect(page.getByLabel('Display Name')).toHaveValue('Newer Name')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await page.goto('/profile/edit')
})

test('what is typed after a form without scripts was refused is kept', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  const { path } = await openEdit(page, db)
  const releaseScripts = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  const title = page.getByLabel('Title', { exact: true })
  await title.fill(' ')
  await page.getByRole('button', { name: 'Update Submission' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Title is required')
  releaseScripts()
  await hydrated(page)
  await title.fill('Corrected')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/challenges')
  await page.goto(path)
  await expect(title).toHaveValue('Corrected')
})

test('what is typed is put back after a sign-in, for the same member only', async ({ page, db }) => {
  await openProfile(page, db)
  page.on('dialog', (dialog) => dialog.accept())
  const bio = page.getByLabel('Bio')
  await bio.fill('Half a bio')
  await db.rows(sql`delete from sessions`)
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, 'ben@example.org', '/profile/edit')
  await expect(bio).toHaveValue('')
  await db.rows(sql`delete from sessions`)
  await signIn(page, 'ann@example.org', '/profile/edit')
  await expect(bio).toHaveValue('Half a bio')
})

async function openEdit(page: Page, db: Database): Promise<{ path: string; challenge: string }> {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const member = await memberOf(db, 'ann@example.org')
  const id = await makeSubmission(db, member, challenge, { tools: ['Suno', 'Krita'] })
  const path = `/challenges/${challenge}/submissions/${id}/edit`
  await page.goto(path)
  return { path, challenge }
}

function keptNames(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('typed:')))
}

async function openProfile(page: Page, db: Database) {
  await signIn(page, 'ann@example.org', '/profile/edit')
  return memberOf(db, 'ann@example.org')
}
