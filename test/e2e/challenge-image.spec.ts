import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { drawing } from './images.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a dropped WEBP image is accepted, wrong types and large files are refused', async ({ page, db }) => {
  await openForm(page, db)
  const { buffer } = await drawing()
  await drop(page, 'note.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(page.getByText('Please upload a valid image file (JPEG, PNG, or WEBP)')).toBeVisible()
  await drop(page, 'large.png', 'image/png', Buffer.concat([buffer, Buffer.alloc(5 * 1024 * 1024)]))
  await expect(page.getByText('Please upload an image smaller than 5MB')).toBeVisible()
  await drop(page, 'market.webp', 'image/webp', await sharp(buffer).webp().toBuffer())
  await expect(page.getByAltText('What will be sent')).toBeVisible()
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page).toHaveURL('/admin/challenges')
  await expect(page.getByRole('row').filter({ hasText: 'Night market' }).locator('img')).toHaveJSProperty(
    'complete',
    true,
  )
})

test('a canceled or failed save keeps the input', async ({ page, db, faults }) => {
  faults.expect(/net::ERR_FAILED/)
  await openForm(page, db)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  let sent = 0
  await page.route('**/admin/challenges/new', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent++
    return sent === 1 ? undefined : route.abort()
  })
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Upload' }).click()
  await expect(page.getByRole('progressbar')).toBeHidden()

  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Network error while uploading image. Please check your internet connection.',
  )
  await page.unroute('**/admin/challenges/new')
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByText('Challenge created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/admin/challenges')
})

test('a save times out after 30 seconds with a message', async ({ page, db, faults }) => {
  faults.expect(/net::ERR_TIMED_OUT|net::ERR_FAILED/)
  await page.addInitScript(shortenTimeouts)
  await openForm(page, db)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
  await page.route('**/admin/challenges/new', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: 'Create Challenge' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Image upload timed out. Please try again with a smaller image or check your connection.',
  )
  expect(await page.evaluate(() => document.documentElement.dataset.timeout)).toBe('30000')
  await expect(page.getByLabel('Title')).toHaveValue('Night market')
})

/** Divides timeouts of XMLHttpRequest by 100 and records the original value. */
function shortenTimeouts() {
  const { set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout') ?? {}
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    set(milliseconds: number) {
      document.documentElement.dataset.timeout = String(milliseconds)
      set?.call(this, milliseconds / 100)
    },
  })
}

async function openForm(page: Page, db: Parameters<typeof signInAsAdmin>[1]): Promise<void> {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges/new')
  await page.getByLabel('Title').fill('Night market')
  await page.getByLabel('Description').fill('Draw what is sold after dark.')
}

async function drop(page: Page, name: string, type: string, content: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([encoded = '', fileName = '', fileType = '']) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], fileName, { type: fileType }))
      return transfer
    },
    [content.toString('base64'), name, type],
  )
  await page.getByLabel('Image', { exact: true }).dispatchEvent('drop', { dataTransfer })
}
