import type { Locator, Page } from '@playwright/test'
import type { Member } from '#domain/members/rules.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { makeMember, makeMembers } from '#test/builders.ts'
import { screenProblems } from './accessibility.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

async function seedAndSignIn(page: Page, db: Database): Promise<{ admin: Member; fox: Member }> {
  const fox = await makeMember(db, { displayName: 'Paper Fox 203' })
  await makeMembers(db, 24)
  return { fox, admin: await signInAsAdmin(page, db, 'rei@example.org') }
}

test('an administrator corrects the points and the rank of a member', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const { admin, fox } = await seedAndSignIn(page, db)
  await page.goto('/admin')
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Leaderboard' })
    .click()
  await expect(page.getByText('Showing 20 of 26 users')).toBeVisible()
  await page.getByPlaceholder('Search users...').fill('paper fox 203')
  await expect(page.getByText('Showing 1 of 1 users')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Edit Points' })
  const update = dialog.getByRole('button', { name: 'Update Points' })
  await page.getByRole('link', { name: 'Edit Points of Paper Fox 203' }).click()
  await expect(dialog.getByLabel('Points Change')).toBeFocused()
  await expect(update).toBeDisabled()
  await dialog.getByLabel('Points Change').fill('0')
  await expect(update).toBeDisabled()
  await dialog.getByLabel('Points Change').fill('160')
  await expect(dialog.getByText('New total will be')).toBeVisible()
  await expect(totalIn(dialog)).toHaveText(/Emerging Ninja\s*160/)
  expect(await screenProblems(page)).toEqual([])
  await dialog.getByLabel('Reason for Change').fill('Counted twice')
  await update.click()
  await expect(page.getByText('User points updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/admin/leaderboard?search=paper+fox+203')
  await expect(rowOf(page, fox)).toContainText('Emerging Ninja')
  await expect(rowOf(page, fox)).toContainText('160')

  await page.getByRole('link', { name: 'Edit Points of Paper Fox 203' }).click()
  await dialog.getByLabel('Points Change').fill('-500')
  await dialog.getByLabel('Reason for Change').fill('Never made')
  await adjustPoints(db, admin, { userId: fox.id, change: 1_000, description: 'A colleague' })
  await dialog.getByLabel('Points Change').press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('have been changed since; please check again')
  await expect(dialog.getByText('Current points: 1,160')).toBeVisible()
  await expect(dialog.getByLabel('Points Change')).toHaveValue('-500')
  await expect(dialog.getByLabel('Reason for Change')).toHaveValue('Never made')
  await expect(totalIn(dialog)).toHaveText(/Adept Ninja\s*660/)
  expect(await screenProblems(page)).toEqual([])
  await update.click()
  await expect(rowOf(page, fox)).toContainText('660')
  await expect(dialog).toBeHidden()

  const rank = page.getByRole('dialog', { name: 'Edit Rank' })
  const opener = page.getByRole('link', { name: 'Edit Rank of Paper Fox 203' })
  await opener.press('Enter')
  await expect(rank.getByLabel('New Rank')).toBeFocused()
  await expect(rank.getByRole('button', { name: 'Update Rank' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(rank).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await rank.getByLabel('New Rank').selectOption('Elite Ninja')
  expect(await screenProblems(page)).toEqual([])
  await rank.getByRole('button', { name: 'Update Rank' }).click()
  await expect(page.getByText('User rank updated successfully')).toBeVisible()
  await expect(rowOf(page, fox)).toContainText('Elite Ninja')
  await expect(opener).toBeFocused()

  await page.getByRole('link', { name: 'Audit Log' }).click()
  const newest = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Paper Fox 203' })
  await expect(newest.first()).toContainText('Rank changed')
  await expect(newest.first()).toContainText('Elite Ninja')
  await expect(newest.nth(1)).toContainText('Never made')
  await newest.first().getByRole('link', { name: 'Paper Fox 203' }).click()
  await expect(page.getByText('660').first()).toBeVisible()
  await expect(page.getByText('Elite Ninja').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('points and ranks are changed by plain forms', async ({ page, db, faults }) => {
    faults.expect(/\b4(09|22)\b/)
    const { admin, fox } = await seedAndSignIn(page, db)
    await page.goto('/admin/leaderboard')
    await page.getByPlaceholder('Search users...').fill('paper fox 203')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.getByRole('link', { name: 'Edit Points of Paper Fox 203' }).click()
    await page.getByLabel('Points Change').fill('160')
    await page.getByLabel('Reason for Change').fill('Counted twice')
    await adjustPoints(db, admin, { userId: fox.id, change: 10, description: 'A colleague' })
    await page.getByRole('button', { name: 'Update Points' }).click()
    await expect(page.getByRole('alert')).toContainText('please check again')
    await expect(page.getByLabel('Points Change')).toHaveValue('160')
    await expect(page.getByLabel('Reason for Change')).toHaveValue('Counted twice')
    await expect(page.getByText('Current points: 10')).toBeVisible()
    await page.getByRole('button', { name: 'Update Points' }).click()
    await expect(page.getByText('User points updated successfully')).toBeVisible()
    await expect(page).toHaveURL('/admin/leaderboard?rank=&search=paper+fox+203')
    await expect(rowOf(page, fox)).toContainText('170')

    await page.getByRole('link', { name: 'Edit Rank of Paper Fox 203' }).click()
    await page.getByRole('button', { name: 'Update Rank' }).click()
    await expect(page.getByRole('alert')).toContainText('The member has this rank already.')
    await page.getByLabel('New Rank').selectOption('Master Ninja')
    await page.getByRole('button', { name: 'Update Rank' }).click()
    await expect(rowOf(page, fox)).toContainText('Master Ninja')
  })
})

function rowOf(page: Page, member: Member): Locator {
  return page.getByRole('row').filter({ hasText: member.displayName })
}

function totalIn(dialog: Locator): Locator {
  return dialog.locator('output > span > span').nth(1)
}
