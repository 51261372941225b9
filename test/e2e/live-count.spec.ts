import type { Page } from '@playwright/test'
import { recordNotificationEvent } from '#domain/notifications/events.server.ts'
import { hydrated, openTab, phone } from './pages.ts'
import { memberOf, signIn, userMenu } from './sign-in.ts'
import type { Site } from './site.ts'
import { expect, test } from './test.ts'

test.use(phone)

/** Open streams of all processes of the site. */
async function streams(site: Site): Promise<number> {
  const text = await (await fetch(`${site.origin}/metrics`)).text()
  return Number(/^live_streams (\d+)$/m.exec(text)?.[1])
}

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('the bell counts without a reload, in all tabs with one stream, until the member signs out', async ({
  page,
  context,
  db,
  site,
}) => {
  await signIn(page, 'ann@example.org')
  const { id: userId } = await memberOf(db, 'ann@example.org')
  let told = 0
  const tell = () =>
    recordNotificationEvent(db, { kind: 'rank_changed', key: `live ${userId} ${told++}`, userId })
  await page.goto('/')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await expect(bell(page, 'Notifications')).toBeVisible()
  await expect.poll(() => streams(site)).toBe(1)
  await tell()
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await expect(page.getByText('Unread notifications: 1')).toBeAttached()
  await tell()
  await expect(bell(page, 'Notifications, 2 unread')).toBeVisible()
  // Announced at most once a minute.
  await expect(page.getByText('Unread notifications: 1')).toBeAttached()

  const other = await openTab(context, '/challenges')
  await expect(bell(other, 'Notifications, 2 unread')).toBeVisible()
  await tell()
  for (const tab of [page, other]) await expect(bell(tab, 'Notifications, 3 unread')).toBeVisible()
  await expect.poll(() => streams(site)).toBe(1)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.close()
  await expect.poll(() => streams(site)).toBe(1)
  await tell()
  await expect(bell(other, 'Notifications, 4 unread')).toBeVisible()

  const last = await openTab(context, '/notifications')
  await last.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(other, 'Notifications')).toBeVisible()
  await userMenu(last).click()
  await last.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByText('You are no longer signed in.')).toBeVisible()
  await expect.poll(() => streams(site)).toBe(0)
})
