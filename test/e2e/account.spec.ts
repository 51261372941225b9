import type { Page } from '@playwright/test'
import { brokenInvariants } from '#db/invariants.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { screenProblems } from './accessibility.ts'
import { hydrated } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a member deletes the account and keeps the submissions nameless', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const challenge = await makeChallenge(db, { title: 'Paper boats' })
  const id = await makeSubmission(db, ann, challenge, { title: 'Boat of news' })
  await completeChallenge(db, as(await makeAdmin(db)), challenge)

  await page.goto('/profile/edit')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByText('This session')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^my-data-.*\.zip$/)

  await page.getByRole('link', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await chooseAccount(page, 'ann@example.org')
  await expect(page).toHaveURL('/profile/account/delete')
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Please choose what happens to your submissions.')).toBeVisible()
  expect(await screenProblems(page)).toEqual([])
  await page.getByLabel('Keep them').check()
  await page.getByLabel('I want to delete my account for good.').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

  await page.goto(`/challenges/${challenge}/submissions/${id}`)
  await expect(page.getByRole('heading', { name: 'Boat of news' })).toBeVisible()
  await expect(page.getByText('This account was deleted.')).toBeVisible()
  await expect(page.getByText(ann.displayName)).toHaveCount(0)
  expect(await brokenInvariants(db)).toEqual([])

  await signIn(page, 'ann@example.org')
  expect((await memberOf(db, 'ann@example.org')).id).not.toBe(ann.id)
})

test('ending another session moves the focus to the heading of the list', async ({ page, visitor }) => {
  await signIn(page, 'ann@example.org')
  await signIn(await visitor(), 'ann@example.org')
  await page.goto('/profile/account')
  await page.getByRole('button', { name: /^End session/ }).press('Enter')
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sessions', exact: true })).toBeFocused()
})

test('signing out everywhere ends the session and opens the home page', async ({ page }) => {
  await signIn(page, 'ann@example.org')
  await page.goto('/profile/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('a suspended member sees the reason, and is reinstated', async ({ page, db, visitor, faults }) => {
  faults.expect(/\b422\b/)
  faults.expect(/\b403: GET .*\/auth\/callback\?failed=suspended|status of 403/)
  faults.expect(/"reason":"suspended"/)
  const member = await visitor()
  await signIn(member, 'bo@example.org')
  const bo = await memberOf(db, 'bo@example.org')
  const challenge = await makeChallenge(db)
  await makeSubmission(db, await makeMember(db), challenge, { title: 'Boat of news' })
  await openVoting(db, challenge)
  await signInAsAdmin(page, db, 'rei@example.org')

  await page.goto('/admin/leaderboard')
  await page.getByRole('link', { name: `Suspend ${bo.displayName}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend Member' }).click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Please give a reason\./)
  await reason.fill('Votes from <b>several</b> accounts')
  await dialog.getByRole('button', { name: 'Suspend Member' }).click()
  await expect(page.getByText('Member suspended', { exact: true })).toBeVisible()

  await member.goto('/profile/account')
  await expect(member).toHaveURL(/\/login/)
  await member.getByRole('button', { name: 'Sign in with a demo account' }).click()
  await chooseAccount(member, 'bo@example.org')
  const notice = 'Your account is suspended. Reason: Votes from <b>several</b> accounts'
  await expect(member.getByText(notice)).toBeVisible()
  await member.reload()
  await expect(member.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(member.getByText(notice)).toBeVisible()

  await page.goto('/admin/audit?about=member')
  await expect(page.getByText('Votes from <b>several</b> accounts')).toBeVisible()
  await page.goto('/admin/leaderboard')
  await page.getByRole('link', { name: `Reinstate ${bo.displayName}` }).click()
  await dialog.getByRole('button', { name: 'Reinstate Member' }).click()
  await expect(page.getByText('Member reinstated', { exact: true })).toBeVisible()
  await signIn(member, 'bo@example.org')
})

/** Signs in on the demo provider's page with the account of this e-mail address. */
async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill(email.split('@')[0] ?? email)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}
