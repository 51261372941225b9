import sql from 'sql-template-tag'
import { phone } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('an announcement whose answer was lost is not sent twice', async ({ page, db, faults }) => {
  faults.expect(/announcements\/new/)
  await signInAsAdmin(page, db, 'organiser@example.org', '/admin/announcements/new')
  await page.getByLabel('Title').fill('Sent once')
  await page.getByLabel('Text').fill('It begins in March.')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Send Announcement' })).toBeFocused()
  await page.route('**/announcements/new.data*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send Announcement' }).click()
  await expect(page.getByText('The connection was lost').first()).toBeVisible()
  await page.unroute('**/announcements/new.data*')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/admin/announcements/new')
  await expect(page.getByLabel('Text')).toHaveValue('It begins in March.')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Send Announcement' }).click()
  await expect(page.getByText('Announcement sent.')).toBeVisible()
  expect(await db.rows(sql`select from announcements where title = 'Sent once'`)).toHaveLength(1)
})

test('an announcement that was emptied again is kept nowhere', async ({ page, db }) => {
  await signInAsAdmin(page, db, 'organiser@example.org')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/admin/announcements/new')
  await page.getByLabel('Title').fill('A season of paper')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('A season of paper')
  await page.getByLabel('Title').fill('')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/admin/announcements')
})

test('an announcement is written, confirmed, read and withdrawn', async ({ page, db, visitor, faults }) => {
  faults.expect(/\b(410|422)\b/)
  await signIn(page, 'ann@example.org')
  const admin = await visitor(phone)
  await signInAsAdmin(admin, db, 'organiser@example.org', '/admin/announcements')
  await admin.getByRole('link', { name: 'New Announcement' }).first().click()
  await admin.getByLabel('Title').fill('A season of paper')
  await admin.getByLabel('Link').fill('https://example.org')
  await admin.getByRole('button', { name: 'Review' }).click()
  await expect(admin.getByText('Enter a page of this site')).toBeVisible()
  await admin.getByLabel('Text').fill('It begins in March.\n\nBring scissors.')
  await admin.getByLabel('Link').fill('')
  await admin.getByRole('button', { name: 'Review' }).click()
  await expect(admin.getByRole('heading', { name: 'Send Announcement' })).toBeFocused()
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.getByLabel('Text')).toHaveValue('It begins in March.\n\nBring scissors.')
  // Until then the form is still sending, and asks nothing.
  await expect(admin.getByRole('button', { name: 'Review' })).toBeVisible()
  await admin.getByRole('link', { name: 'Cancel' }).click()
  await expect(admin.getByRole('dialog')).toContainText('Your announcement is not sent yet.')
  await admin.getByRole('button', { name: 'Stay' }).click()
  await admin.getByRole('button', { name: 'Review' }).click()
  await admin.getByRole('button', { name: 'Send Announcement' }).dblclick()
  await expect(admin.getByText('Announcement sent.')).toBeVisible()
  const sent = sql`select title from announcements where title = 'A season of paper'`
  expect(await db.rows(sent)).toHaveLength(1)

  const delivered = sql`
    select 1 as found from notification_events e join announcements a on a.id = e.announcement_id
    where a.title = 'A season of paper' and e.delivered_at is not null`
  await expect.poll(async () => (await db.rows(delivered)).length).toBe(1)
  await admin.reload()
  await expect(admin.getByText('Being sent')).toBeHidden()
  await expect(admin.getByText(/[1-9] members? (was|were) told\./)).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByText('Bring scissors.')).toBeVisible()
  await page.getByRole('link', { name: 'A season of paper' }).click()
  await expect(page).toHaveURL(/\/announcements\//)
  await expect(page.getByText('Sent by the administrators')).toBeVisible()
  const address = page.url()

  await admin.goto('/admin/announcements')
  await admin.getByRole('link', { name: 'Withdraw A season of paper' }).click()
  await admin.getByRole('button', { name: 'Withdraw Announcement' }).click()
  await expect(admin.getByText(/told\. Withdrawn/)).toBeVisible()
  const left = sql`
    select 1 as found from notification_events e join announcements a on a.id = e.announcement_id
    where a.title = 'A season of paper'`
  await expect.poll(async () => (await db.rows(left)).length).toBe(0)
  await page.goto('/notifications')
  await expect(page.getByText('Bring scissors.')).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByText('This announcement was withdrawn.')).toBeVisible()
})
