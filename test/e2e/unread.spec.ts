import sql from 'sql-template-tag'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import { phone } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('the bell counts without a reload: on focus, and every minute', async ({ page, db }) => {
  await page.clock.install()
  await signIn(page, 'ann@example.org')
  const { id: userId } = await memberOf(db, 'ann@example.org')
  let told = 0
  async function tell(): Promise<void> {
    await recordNotificationEvent(db, { kind: 'rank_changed', key: `unread ${userId} ${told++}`, userId })
    const delivered = sql`select 1 as one from notifications where user_id = ${userId}`
    await expect.poll(async () => (await db.rows(delivered)).length).toBe(told)
  }
  const bell = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await expect(bell('Notifications')).toBeVisible()

  await tell()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(bell('Notifications, 1 unread')).toBeVisible()
  await expect(page.getByText('Unread notifications: 1')).toBeAttached()

  await tell()
  await page.clock.fastForward(60_000)
  await expect(bell('Notifications, 2 unread')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
