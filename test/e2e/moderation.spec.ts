import type { Locator, Page } from '@playwright/test'
import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { screenProblems } from './accessibility.ts'
import { pressOn } from './keyboard.ts'
import { expectToast, hold, hydrated, phone } from './pages.ts'
import { scriptWith } from './scripts.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('submissions are approved, rejected with a reason and deleted by keyboard', async ({ page, db }) => {
  await makeSubmissions(db, ['Red kite', 'No kite', 'New kite', 'Old kite'])
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions?status=pending')

  await pressOn(page, page.getByRole('button', { name: 'Approve Red kite' }))
  await expectToast(page, 'Submission approved successfully')
  await expect(rowOf(page, 'Red kite')).toContainText('Approved')
  await expect(rowOf(page, 'Red kite')).toBeFocused()

  await pressOn(page, page.getByRole('link', { name: 'Reject No kite' }))
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Reject No kite' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  // The event of the closed dialog may arrive after it is open again.
  await page.getByRole('dialog').dispatchEvent('close')
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('It is a plane')
  await pressOn(page, page.getByRole('button', { name: 'Reject Submission' }))
  await expectToast(page, 'Submission rejected successfully')
  await expect(page).toHaveURL('/admin/submissions?status=pending')
  await expect(rowOf(page, 'No kite')).toBeFocused()

  await pressOn(page, page.getByRole('button', { name: 'Undo No kite' }))
  await expectToast(page, 'Rejection undone. The submission is pending again.')
  await expect(rowOf(page, 'No kite')).toContainText('Pending')
  await expect(rowOf(page, 'No kite')).toBeFocused()
  await expect(rowOf(page, 'No kite').getByRole('button', { name: 'Approve' })).toBeVisible()

  const reload = await hold(page, '**/admin/submissions.data*', 'GET')
  await pressOn(page, page.getByRole('button', { name: 'Approve New kite' }))
  await reload.held
  await pressOn(page, page.getByRole('link', { name: 'Delete Old kite' }))
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone.')
  reload.release()
  await expect(rowOf(page, 'New kite')).toContainText('Approved')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Delete Submission' }))
  await expectToast(page, 'Submission deleted successfully')
  await expect(rowOf(page, 'Old kite')).toContainText('Deleted')

  await pressOn(page, page.getByRole('link', { name: 'Reset Filters' }).first())
  await expect(rowOf(page, 'No kite')).not.toContainText('It is a plane')
  await expect(rowOf(page, 'Red kite')).toContainText('Approved')
})

test('a conflict with another administrator shows the new status', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const [kite = ''] = await makeSubmissions(db, ['Red kite'])
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
  await page.getByRole('link', { name: 'Reject Red kite' }).click()
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await db.rows(sql`update submissions set status = 'approved' where id = ${kite}`)
  await page.getByRole('button', { name: 'Reject Submission' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Failed to reject submission. It is already approved.',
  )
  await expect(page.locator(':focus').getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Red kite')).toContainText('Approved')
})

test('selected submissions are approved and rejected together', async ({ page, db }) => {
  await page.setViewportSize(phone.viewport)
  const titles = ['Red kite', 'No kite', 'New kite', 'Old kite']
  const [, , , old = ''] = await makeSubmissions(db, titles)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions?status=pending')
  const bar = page.getByRole('form', { name: 'Selected submissions' })
  await bar.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar).toContainText('4 selected')
  await page.getByRole('checkbox', { name: 'Select No kite' }).uncheck()
  await expect(bar).toContainText('3 selected')
  await expect(bar.getByRole('checkbox')).not.toBeChecked()
  expect(await screenProblems(page)).toEqual([])
  await db.rows(sql`update submissions set status = 'approved' where id = ${old}`)
  await bar.getByRole('button', { name: 'Approve selected' }).click()
  await expectToast(page, '2 of 3 submissions approved. Not approved: Old kite (It is already approved)')
  await expect(page).toHaveURL('/admin/submissions?status=pending')
  await expect(rowOf(page, 'Red kite')).toContainText('Approved')
  await expect(rowOf(page, 'Old kite')).toContainText('No longer listed')
  expect(await screenProblems(page)).toEqual([])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, '2 submissions restored')
  await expect(rowOf(page, 'Red kite')).toContainText('Pending')

  await page.goto('/admin/submissions')
  await bar.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.keyboard.press('Enter')
  await bar.locator('summary').click()
  await bar.getByLabel('Reason').fill('A plane')
  expect(await screenProblems(page)).toEqual([])
  await bar.getByRole('button', { name: 'Reject selected' }).click()
  await expectToast(page, '4 submissions rejected')
  await expect(page).toHaveURL('/admin/submissions')
  await expect(bar.getByLabel('Reason')).toBeHidden()
  const reasons = await db.rows(sql`select distinct status, rejection_reason as reason from submissions`)
  expect(reasons).toEqual([{ status: 'rejected', reason: 'A plane' }])
})

test('a submission is judged from its page, which leads to the queue', async ({ page, db }) => {
  const [red = ''] = await makeSubmissions(db, ['Red kite'])
  const path = await pathOf(db, red)
  await signInAsAdmin(page, db, 'rei@example.org', path)
  const panel = page.getByRole('region', { name: 'Moderation' })
  expect(await screenProblems(page)).toEqual([])
  await panel.getByRole('link', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('A rather plain kite')
  await page.getByRole('button', { name: 'Reject Submission' }).click()
  await expectToast(page, 'Submission rejected successfully')
  await expect(page).toHaveURL(path)
  await panel.getByRole('link', { name: 'Undo Rejection' }).click()
  await page.getByRole('button', { name: 'Undo Rejection' }).click()
  await expectToast(page, 'Rejection undone. The submission is pending again.')
  await panel.getByRole('link', { name: 'Review pending' }).click()
  await expect(page).toHaveURL(`/admin/submissions/queue?at=${red}`)
})

test('the queue is walked, judged and undone by keys', async ({ page, db }) => {
  const [first = '', second = '', third = ''] = await makeQueue(db, 3)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions/queue')
  const title = page.getByRole('heading', { level: 1 })
  const decision = page.getByRole('region', { name: 'Decision' })
  expect(await screenProblems(page)).toEqual([])
  for (const [key, shown] of [
    ['j', second],
    ['j', third],
    // After the last one the first that waits.
    ['j', first],
    ['j', second],
    ['k', first],
  ] as const) {
    await page.keyboard.press(key)
    await expect(title).toHaveText(shown)
  }
  for (const keys of ['Control+a', 'Shift+A', 'Alt+a']) await page.keyboard.press(keys)
  await page.keyboard.press('r')
  const reason = decision.getByLabel('Reason')
  await expect(reason).toBeFocused()
  expect(await screenProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(reason).toBeHidden()
  await page.keyboard.press('r')
  await page.keyboard.type('A rather plain zone')
  await page.keyboard.press('Enter')
  await expect(title).toHaveText(second)
  await expect(decision.getByRole('status')).toContainText(`${first} rejected`)
  await expect(page.getByRole('link', { name: `${first}, Rejected` })).toBeVisible()
  await page.keyboard.press('z')
  await expect(title).toHaveText(first)
  await expect(page.getByRole('link', { name: `${first}, Pending` })).toBeVisible()
  expect(await db.rows(sql`select distinct status from submissions`)).toEqual([{ status: 'pending' }])

  await decision.getByRole('checkbox', { name: 'Keys' }).uncheck()
  await page.keyboard.press('a')
  await page.reload()
  await expect(decision.getByRole('checkbox', { name: 'Keys' })).not.toBeChecked()
  await page.keyboard.press('a')
  await expect(title).toHaveText(first)
})

test('a key counts for the entry that is shown, as soon as it is', async ({ page, db }) => {
  await makeQueue(db, 4)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions/queue')
  await hydrated(page)
  await page.evaluate(() => {
    const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    const shown = () => document.querySelector('h1')?.textContent
    let last = shown()
    new MutationObserver(() => {
      if (shown() === last) return
      last = shown()
      press()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    press()
  })
  await expect(page.getByRole('heading', { name: 'All reviewed' })).toBeVisible()
  expect(await db.rows(sql`select distinct status from submissions`)).toEqual([{ status: 'approved' }])
})

test('the queue refuses what another administrator has judged, and goes on', async ({ page, db, faults }) => {
  faults.expect(/\b409\b/)
  const [first = '', second = ''] = await makeQueue(db, 2)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions/queue')
  await db.rows(sql`update submissions set status = 'approved' where title = ${first}`)
  await page.keyboard.press('a')
  await expectToast(page, 'Failed to approve submission. It is already approved.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
})

test('only administrators load the moderation of a submission', async ({ page, db, visitor }) => {
  const [kite = ''] = await makeSubmissions(db, ['Red kite'])
  const path = await pathOf(db, kite)
  const panel = scriptWith('Undo Rejection')
  const adminPage = await visitor()
  await signIn(page, 'ann@example.org')
  await signInAsAdmin(adminPage, db, 'rei@example.org')
  for (const [viewer, scripts] of [
    [page, 0],
    [adminPage, 1],
  ] as const) {
    const urls: string[] = []
    viewer.on('request', (request) => urls.push(request.url()))
    await viewer.goto(path)
    await viewer.waitForLoadState('networkidle')
    await expect(viewer.getByRole('region', { name: 'Moderation' })).toBeVisible({ visible: scripts > 0 })
    await expect.poll(() => urls.filter((url) => url.endsWith(panel)).length).toBe(scripts)
  }
})

test('an action with an expired session keeps its input', async ({ page, db, faults }) => {
  faults.expect(/\b401\b/)
  await makeSubmissions(db, ['Red kite'])
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
  await page.getByRole('link', { name: 'Reject Red kite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('It is a plane')
  await db.rows(sql`delete from sessions`)
  await dialog.getByRole('button', { name: 'Reject Submission' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'You are signed out. Please sign in using another tab, then try again here.',
  )
  await expect(dialog.getByLabel('Reason')).toHaveValue('It is a plane')

  const tab = await page.context().newPage()
  await signIn(tab, 'rei@example.org')
  await dialog.getByRole('button', { name: 'Reject Submission' }).click()
  await expectToast(page, 'Submission rejected successfully')
  await expect(rowOf(page, 'Red kite')).toContainText('It is a plane')
})

test('a reason stays after a selection or a tap beside the dialog', async ({ page, db, faults }) => {
  faults.expect(/\b(409|422)\b/)
  await makeSubmissions(db, ['Old kite'])
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions?status=pending')
  await page.getByRole('link', { name: 'Reject Old kite' }).click()
  const reason = page.getByRole('dialog').getByLabel('Reason')
  const field = (await reason.boundingBox()) ?? { x: 0, y: 0 }
  const dialog = (await page.getByRole('dialog').boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(field.x + 50, field.y + 15)
  await page.mouse.down()
  await page.mouse.move(dialog.x - 30, field.y + 15, { steps: 4 })
  await page.mouse.up()
  await expect(reason).toBeVisible()
  await reason.fill('A plane')
  await page.mouse.click(dialog.x - 30, dialog.y + 30)
  await expect(reason).toHaveValue('A plane')
  await db.rows(sql`update submissions set content_changed_at = app_now()`)
  await page.getByRole('dialog').getByRole('button', { name: 'Reject Submission' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.mouse.click(dialog.x - 30, dialog.y + 30)
  await expect(reason).toHaveValue('A plane')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a list is searched while typing, and the address holds its filters', async ({ page, db }) => {
  await makeSubmissions(db, ['Red kite', 'Paper boat'])
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('boat')
  await expect(page.getByText('Showing 1 of 1 submissions')).toBeVisible()
  await expect(page).toHaveURL('/admin/submissions?search=boat')
  await expect(search).toBeFocused()
  await page.getByLabel('Status').selectOption('approved')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('No submissions found matching your filters')).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, 'Paper boat')).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('')
})

test('a phone has the filters of the list behind a button', async ({ page, db }) => {
  await makeSubmissions(db, ['Red kite', 'Paper boat'])
  await page.setViewportSize(phone.viewport)
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
  expect(await topOf(page.getByRole('row').nth(1))).toBeLessThan(540)
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.locator('summary', { hasText: 'Filters' }).click()
  await page.getByLabel('Status').selectOption('Pending')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL(/status=pending/)
  await expect(page.locator('summary', { hasText: 'Filters 1' })).toBeVisible()
  await expect(page.getByLabel('Status')).toBeHidden()
  expect(await screenProblems(page)).toEqual([])
  await page.setViewportSize(phone.viewport)
  await page.getByRole('link', { name: 'Remove the filter Pending' }).click()
  await expect(page).toHaveURL('/admin/submissions')
  await expect(page.getByRole('list', { name: 'Applied filters' })).toBeHidden()
})

test.describe('on a phone, without JavaScript', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('the queue is judged by plain forms', async ({ page, db }) => {
    const [first = '', second = ''] = await makeQueue(db, 2)
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions/queue')
    const title = page.getByRole('heading', { level: 1 })
    const decision = page.getByRole('region', { name: 'Decision' })
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 })
    await decision.locator('summary', { hasText: 'Reject' }).click()
    await decision.getByLabel('Reason').fill('A plane')
    await decision.getByRole('button', { name: 'Reject Submission' }).click()
    await expect(title).toHaveText(second)
    await decision.getByRole('button', { name: 'Undo' }).click()
    await expect(title).toHaveText(first)
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(title).toHaveText(second)
    await expect(decision.getByRole('status')).toContainText(`${first} approved`)
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'All reviewed' })).toBeVisible()
  })

  test('submissions are filtered, rejected and approved by plain forms', async ({ page, db, faults }) => {
    faults.expect(/\b409\b/)
    const [kite = ''] = await makeSubmissions(db, ['Red kite', 'Paper boat'])
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions')
    await page.getByRole('searchbox').fill('kite')
    await page.locator('summary', { hasText: 'Filters' }).click()
    await page.getByLabel('Status').selectOption('pending')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByText('Showing 1 of 1 submissions')).toBeVisible()

    await page.getByRole('link', { name: 'Reject Red kite' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reject Submission')
    await page.getByLabel('Reason').fill('A plane')
    await db.rows(sql`update submissions set content_changed_at = app_now() where id = ${kite}`)
    await page.getByRole('button', { name: 'Reject Submission' }).click()
    await expect(page.getByLabel('Reason')).toHaveValue('A plane')
    await page.getByLabel('Reason').fill('')
    await page.getByRole('button', { name: 'Reject Submission' }).click()
    await expectToast(page, 'Submission rejected successfully')
    await expect(page.getByRole('searchbox')).toHaveValue('kite')

    await page.goto(`/admin/submissions?search=boat`)
    await page.getByRole('button', { name: 'Approve Paper boat' }).click()
    await expectToast(page, 'Submission approved successfully')
    const reason = sql`select rejection_reason as reason from submissions where id = ${kite}`
    expect(await db.row(reason)).toEqual({ reason: 'Content does not meet community guidelines' })

    await page.getByRole('link', { name: 'Reject Paper boat' }).click()
    await page.getByRole('button', { name: 'Reject Submission' }).click()
    await page.getByRole('button', { name: 'Undo Paper boat' }).click()
    await expectToast(page, 'Rejection undone. The submission is approved again.')
    await page.getByRole('button', { name: 'Undo Paper boat' }).click()
    await expectToast(page, 'Approval undone. The submission is pending again.')
    await expect(rowOf(page, 'Paper boat')).toContainText('Pending')

    await page.goto('/admin/submissions?search=boat')
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expectToast(page, 'Select at least one submission.')
    await expect(page).toHaveURL('/admin/submissions?search=boat')
    await page.getByRole('checkbox', { name: 'Select Paper boat' }).check()
    const bar = page.getByRole('form', { name: 'Selected submissions' })
    await bar.locator('summary').click()
    await bar.getByLabel('Reason').fill('A ship')
    await bar.getByRole('button', { name: 'Reject selected' }).click()
    await expectToast(page, '1 submission rejected')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, '1 submission restored')
    await page.getByRole('checkbox', { name: 'Select Paper boat' }).check()
    await bar.locator('summary').click()
    await bar.getByLabel('Reason').fill('A ship')
    await bar.getByRole('button', { name: 'Reject selected' }).click()
    await expect(rowOf(page, 'Paper boat')).toContainText('A ship')

    await page.goto(await pathOf(db, kite))
    const panel = page.getByRole('region', { name: 'Moderation' })
    await panel.getByRole('link', { name: 'Undo Rejection' }).click()
    await page.getByRole('button', { name: 'Undo Rejection' }).click()
    await expectToast(page, 'Rejection undone. The submission is pending again.')
    await panel.getByRole('link', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Approve Submission' }).click()
    await expectToast(page, 'Submission approved successfully')
    await panel.getByRole('link', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject Submission' }).click()
    await expect(page).toHaveURL(await pathOf(db, kite))
    await expect(panel).toContainText('Rejected')

    await page.goto(`/admin/submissions/${kite}/approve`)
    await expect(page.getByRole('alert')).toHaveText('Failed to approve submission. It is already rejected.')
  })
})

async function makeSubmissions(db: Database, titles: string[]): Promise<string[]> {
  const challenge = await makeChallenge(db, { title: 'Kites' })
  const ids: string[] = []
  for (const title of titles) ids.push(await makeSubmission(db, await makeMember(db), challenge, { title }))
  return ids
}

/** So many pending submissions, one minute apart, and their titles in order. */
async function makeQueue(db: Database, count: number): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, index) => `Kite ${index + 1} of many`)
  const ids = await makeSubmissions(db, titles)
  for (const [index, id] of ids.entries()) {
    await db.rows(sql`
      update submissions set submission_date = submission_date - make_interval(mins => ${count - index}) where id = ${id}`)
  }
  return titles
}

async function pathOf(db: Database, id: string): Promise<string> {
  const row = await db.row<{ path: string }>(sql`
    select '/challenges/' || challenge_id || '/submissions/' || id as path from submissions where id = ${id}`)
  return row?.path ?? ''
}

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY
}

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title })
}
