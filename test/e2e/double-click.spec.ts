import sql from 'sql-template-tag'
import type { Database } from '#platform/database/database.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const titles = ['Red kite', 'Blue kite', 'Old kite']

for (const isNarrow of [false, true]) {
  test(`a double click approves one ${isNarrow ? 'on a phone' : 'on a wide screen'}`, async ({
    visitor,
    baseURL,
    db,
  }) => {
    await makePending(db)
    const page = await visitor(
      isNarrow
        ? { baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
        : { baseURL, viewport: { width: 1280, height: 900 } },
    )
    await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions?status=pending')
    const approvals: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/approve')) approvals.push(request.url())
    })
    const approve = page.getByRole('button', { name: 'Approve Blue kite' })
    await approve.scrollIntoViewIfNeeded()
    const box = await approve.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    const click = () => (isNarrow ? page.touchscreen.tap(x, y) : page.mouse.dblclick(x, y))
    await click()
    const row = page.getByRole('row').filter({ hasText: 'Blue kite' })
    await expect(row).toContainText('Approved')
    const after = await row.boundingBox()
    await click()
    expect(await statuses(db)).toEqual({
      'Red kite': 'pending',
      'Blue kite': 'approved',
      'Old kite': 'pending',
    })
    expect(await row.boundingBox()).toEqual(after)
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('link', { name: 'Delete Old kite' }).click()
    const confirm = page.getByRole('button', { name: 'Delete Submission' })
    await confirm.dblclick()
    await expect(page.getByRole('row').filter({ hasText: 'Old kite' })).toContainText('Deleted')
    expect(await statuses(db)).toEqual({ 'Red kite': 'pending', 'Blue kite': 'approved' })
    if (isNarrow) await page.locator('summary', { hasText: 'Filters' }).click()
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Blue kite' })).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Red kite' })).toBeVisible()
    expect(approvals).toHaveLength(1)
  })
}

test('a form is sent once, however fast it is tapped twice', async ({ visitor, baseURL, db }) => {
  await makePending(db)
  const page = await visitor({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/submissions?status=pending')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  await page.getByRole('link', { name: 'Delete Old kite' }).click()
  const confirm = page.getByRole('button', { name: 'Delete Submission' })
  await confirm.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('row').filter({ hasText: 'Old kite' })).toContainText('Deleted')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(sent).toBe(1)

  await page.goto('/admin/leaderboard')
  await page
    .getByRole('link', { name: /^Edit Points of/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points Change').fill('5')
  await dialog.getByLabel('Reason for Change').fill('Counted twice')
  await dialog.getByRole('button', { name: 'Update Points' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('User points updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(sent).toBe(2)
})

async function makePending(db: Database): Promise<void> {
  const challenge = await makeChallenge(db)
  for (const title of titles) await makeSubmission(db, await makeMember(db), challenge, { title })
}

async function statuses(db: Database): Promise<Record<string, string>> {
  const rows = await db.rows<{ title: string; status: string }>(sql`select title, status from submissions`)
  return Object.fromEntries(rows.map(({ title, status }) => [title, status]))
}
