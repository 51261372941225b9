import type { Page } from '@playwright/test'
import sql from 'sql-template-tag'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { deliverEvents, recordReminders } from '#domain/notifications/delivery.server.ts'
import { as, makeAdmin, makeChallenge, makeSubmission } from '#test/builders.ts'
import { startMailServer } from '#test/smtp-server.ts'
import { hydrated, phone } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { openSite } from './site.ts'
import { expect, test } from './test.ts'

test.use(phone)

const hour = 3_600_000

test('a member is reminded in the app and by mail, and ends the mails by one click', async ({ browser }) => {
  const mails = await startMailServer()
  const site = await openSite('mails', { SMTP_URL: mails.url, MAIL_FROM: 'dojo@example.org' })
  const context = await browser.newContext({ ...phone, baseURL: site.origin })
  const page = await context.newPage()
  try {
    await signIn(page, 'ann@example.org')
    await site.db.rows(sql`update identities set email_verified = true`)
    const soon = new Date(Date.now() + 20 * hour)
    const challenge = await makeChallenge(site.db, { title: 'Paper bridges', deadline: soon })
    await site.db.rows(sql`
      update challenges set activated_at = app_now() - interval '2 days' where id = ${challenge}`)

    await page.goto(`/challenges/${challenge}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Remind me', pressed: false }).click()
    await expect(page.getByText('You will be reminded of this challenge.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reminder on', pressed: true })).toBeVisible()

    await recordReminders(site.db)
    await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(1)
    const source = mails.received[0]?.source.replaceAll('=\r\n', '') ?? ''
    expect(mails.received[0]?.to).toBe('ann@example.org')
    expect(source).toContain('Subject: Less than 24 hours left: Paper bridges')

    await page.goto('/')
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await expect(page.getByText('You have not entered yet.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Paper bridges' }).click()
    await expect(page).toHaveURL(`/challenges/${challenge}`)
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

    const address = source.match(/List-Unsubscribe:\s+<([^>]+)>/)?.[1] ?? ''
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Mails for ‘Deadline is near’' })).toBeVisible()
    expect(await channelOf(page)).toBe('mail')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
    expect(await channelOf(page)).toBe('app')
    const forged = address.replace(/\w{4}$/, (end) => (end === '0000' ? '1111' : '0000'))
    expect((await fetch(forged, { method: 'POST', body })).status).toBe(404)
  } finally {
    await context.close()
    await site.stop()
    await mails.stop()
  }
})

async function channelOf(page: Page): Promise<string> {
  const settings = await page.context().newPage()
  await settings.goto('/profile/notifications')
  const channel = await settings.getByLabel('Deadline is near').inputValue()
  await settings.close()
  return channel
}

test('settings are kept, and all notifications are marked as read', async ({ page, db }) => {
  await signIn(page, 'ann@example.org')
  const ann = await memberOf(db, 'ann@example.org')
  const admin = await makeAdmin(db)
  for (const title of ['Gate', 'Well']) {
    const entry = await makeSubmission(db, ann, await makeChallenge(db), { title })
    await rejectSubmission(db, as(admin), entry, 'Not your own work')
  }
  await deliverEvents(db, { sendsMail: false })
  // The app's own process may have taken one of the events, and not told of it yet.
  await expect(async () => {
    await page.goto('/notifications')
    await expect(page.getByText('Reason: Not your own work')).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  await hydrated(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All notifications are marked as read.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'List of notifications' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Unread' }).click()
  await expect(page.getByText('Nothing new.')).toBeVisible()

  await page.getByRole('link', { name: 'Notification Settings' }).click()
  await page.getByLabel('Entry rejected').selectOption('Off')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Entry rejected')).toHaveValue('off')
  await expect(page.getByLabel('Results')).toHaveValue('mail')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('reminders and settings are forms', async ({ page, db }) => {
    await signIn(page, 'ann@example.org')
    const challenge = await makeChallenge(db)
    await page.goto(`/challenges/${challenge}`)
    await page.getByRole('button', { name: 'Remind me' }).click()
    await expect(page.getByText('You will be reminded of this challenge.')).toBeVisible()
    await page.getByRole('button', { name: 'Reminder on', pressed: true }).click()
    await expect(page.getByText('You will not be reminded of this challenge.')).toBeVisible()
    await page.goto('/profile/notifications')
    await page.getByLabel('Voting opens').selectOption('Off')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(page.getByText('Notification settings saved')).toBeVisible()
    await expect(page.getByLabel('Voting opens')).toHaveValue('off')
  })
})
