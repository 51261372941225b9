import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { openChallenge } from '#domain/lifecycle/commands.server.ts'
import { as, makeAdmin, makeChallenge } from '#test/builders.ts'
import { openReceiver } from '#test/webhooks.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { phone } from './pages.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('a program is connected by keyboard on a phone, told of an opening and told again (HOOK-7)', async ({
  page,
  db,
}) => {
  const { url, received, close } = await openReceiver()
  await signInAsAdmin(page, db, 'organiser@example.org', '/admin/webhooks')
  await pressOn(page, page.getByRole('link', { name: 'New Webhook' }))
  await typeInto(page, 'Name', 'Club site')
  await typeInto(page, 'Address', url)
  await pressOn(page, page.getByLabel('A deadline moves'), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Create Webhook' }))
  await expect(page.getByText('Webhook created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Club site')
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible()
  await expectNoSidewaysScroll(page)

  const challenge = await makeChallenge(db, { status: 'draft', title: 'Night market' })
  expect(await openChallenge(db, as(await makeAdmin(db)), challenge)).toMatchObject({ ok: true })
  await expect.poll(() => received.length).toBe(1)
  const secret = (await page.locator('#secret pre').textContent()) ?? ''
  const [told] = received
  const event = new Webhook(secret).verify(told?.body ?? '', (told?.headers ?? {}) as Record<string, string>)
  expect(event).toMatchObject({
    type: 'challenge.opened',
    data: { challenge: { id: challenge, title: 'Night market' } },
  })

  const log = page.getByRole('region', { name: 'Log' })
  await expect(async () => {
    await page.reload()
    await expect(log.getByText('Answered 204')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectNoSidewaysScroll(page)
  await pressOn(
    page,
    log.getByRole('button', { name: 'Send again: A challenge opens for entries, Night market' }),
  )
  await expect(page.getByText('On its way')).toBeVisible()
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]?.headers['webhook-id']).toBe(told?.headers['webhook-id'])
  await pressOn(page, page.getByRole('button', { name: 'Send a Test' }))
  await expect.poll(() => received.length).toBe(3)
  expect(received[2]?.body).toContain('"webhook.test"')
  close()
})

test('what is wrong is said beside it, and a webhook is deleted after a question', async ({
  page,
  db,
  faults,
}) => {
  faults.expect(/\b422\b/)
  await signInAsAdmin(page, db, 'organiser@example.org', '/admin/webhooks/new')
  await page.getByLabel('Name').fill('Club site')
  await page.getByLabel('Address').fill('http://club.example/')
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Club site')
  await page.getByLabel('Address').fill('https://club.example/')
  await page.getByLabel('Switched on').uncheck()
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(page.getByText('Webhook created')).toBeVisible()
  const secret = await page.locator('#secret pre').textContent()
  await page.getByRole('link', { name: 'Make a New Secret' }).click()
  await page.getByRole('button', { name: 'Make a New Secret' }).click()
  await expect(page.getByText('New secret made')).toBeVisible()
  expect(await page.locator('#secret pre').textContent()).not.toBe(secret)
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete Webhook' }).click()
  await expect(page.getByText('Webhook deleted')).toBeVisible()
  await expect(page).toHaveURL('/admin/webhooks')
  await expect(page.getByRole('link', { name: 'New Webhook' })).toBeVisible()
})

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
}
