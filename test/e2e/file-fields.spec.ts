import type { Page } from '@playwright/test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { animation } from '#test/animation.ts'
import { makeChallenge } from '#test/builders.ts'
import { RawConnection } from '#test/raw-request.ts'
import { photo } from './images.ts'
import { holdScripts, hydrated, isOnTop } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import {
  chooseImage,
  expectWritten,
  fillSubmission,
  openSubmissionForm,
  sendSubmission,
} from './submissions.ts'
import { expect, test } from './test.ts'

const ofAnyName = 'a photo without a type or with an odd one is chosen, dropped and pasted'

test(`${ofAnyName} for a submission`, async ({ page, db, faults }) => {
  faults.expect(/ERR_FAILED/)
  await page.route('**/draft', (route) => route.abort())
  await signIn(page, 'ann@example.org', `/challenges/${await makeChallenge(db)}/submit`)
  await takesAll(page)
})

test(`${ofAnyName} for an avatar`, async ({ page }) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  await takesAll(page)
})

test(`${ofAnyName} for a challenge`, async ({ page, db }) => {
  await signInAsAdmin(page, db, 'rei@example.org', '/admin/challenges/new')
  await takesAll(page)
})

test('an animation says that only its first picture is kept', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  const buffer = Buffer.from(await (await animation()).arrayBuffer())
  const notice = page.getByText('This is an animation: only its first picture is kept.')
  await page.locator('input[type=file]').setInputFiles({ name: 'spin.webp', mimeType: 'image/webp', buffer })
  await expect(notice).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(await photo())
  await expect(notice).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a form comes back from a busy server with its text (IMG-16)', async ({ page, site, db, faults }) => {
    faults.expect(/\b503\b/)
    const challenge = await openSubmissionForm(page, db)
    const cookies = await page.context().cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    // A member sends two forms at once: these two do not end.
    const head = [
      `POST /challenges/${challenge}/submit HTTP/1.1`,
      `Host: ${new URL(site.origin).host}`,
      `Origin: ${site.origin}`,
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
    ]
    const others = [new RawConnection(site.origin), new RawConnection(site.origin)]
    for (const other of others) other.write(`${head.join('\r\n')}\r\n\r\n--x`)
    await expect.poll(() => db.rows(sql`select points from rate_limits where points = 2`)).toHaveLength(1)
    await fillSubmission(page)
    await chooseImage(page, await photo())
    await sendSubmission(page)
    const reason = 'Failed to upload image: the dojo is busy, please try again in a moment'
    await expect(page.getByRole('alert').getByText(reason)).toBeVisible()
    await expectWritten(page)
    for (const other of others) other.end()
    await chooseImage(page, await photo())
    await sendSubmission(page)
    await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  })

  test('the next page says that only the first picture of an animation is kept', async ({ page }) => {
    await signIn(page, 'ann@example.org', '/profile/edit')
    const buffer = Buffer.from(await (await animation()).arrayBuffer())
    const file = { name: 'spin.webp', mimeType: 'image/webp', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.locator('[data-toasts]')).toContainText(
      'Profile updated successfully! This is an animation: only its first picture is kept.',
    )
  })
})

test('a photo above 2 MB becomes an avatar, and what is no photo does not', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  const large = await largePhoto()
  expect(large.length).toBeGreaterThan(2 * 1024 * 1024)
  const input = page.locator('input[type=file]')
  const broken = Buffer.concat([large.subarray(0, 200), Buffer.alloc(3 * 1024 * 1024)])
  await input.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken })
  await expect(page.getByText('Please upload an image smaller than 2MB')).toBeVisible()
  await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: large })
  await expect(page.getByText('IMG_1.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const [image] = await db.rows(sql`select width, height from images`)
  expect(image).toEqual({ width: 384, height: 384 })
})

test('a photo that is saved while it is made smaller is sent smaller', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  // Made smaller only once the form was sent.
  await page.evaluate(() => {
    const sent = new Promise((resolve) => addEventListener('submit', resolve, { capture: true, once: true }))
    const make = createImageBitmap
    window.createImageBitmap = async (image: ImageBitmapSource) => {
      await sent
      return make(image)
    }
  })
  const buffer = await largePhoto()
  await page.locator('input[type=file]').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const [image] = await db.rows(sql`select width, height from images`)
  expect(image).toEqual({ width: 384, height: 384 })
})

test('a control that has the focus stays in view while a chosen picture grows', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  const { promise, resolve } = Promise.withResolvers<void>()
  const file = await photo()
  await page.route('/decoded-later', async (route) => {
    await promise
    await route.fulfill({ contentType: file.mimeType, body: file.buffer })
  })
  await page.evaluate(() => {
    URL.createObjectURL = () => '/decoded-later'
  })
  await page.setViewportSize({ width: 390, height: 500 })
  await page.locator('input[type=file]').setInputFiles(file)
  const remove = page.getByRole('button', { name: 'Remove picture' })
  await remove.focus()
  await remove.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  const before = await page.getByAltText('What will be sent').boundingBox()
  resolve()
  await expect
    .poll(async () => (await page.getByAltText('What will be sent').boundingBox())?.height)
    .toBeGreaterThan((before?.height ?? 0) + 100)
  await expect.poll(() => isOnTop(remove)).toBe(true)
})

test('a picture that is chosen before the scripts run is shown and checked', async ({ page }) => {
  await signIn(page, 'ann@example.org')
  const letScriptsRun = await holdScripts(page)
  await page.goto('/profile/edit', { waitUntil: 'commit' })
  const buffer = await largePhoto()
  await page.locator('input[type=file]').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  letScriptsRun()
  await expect(page.getByText('IMG_1.jpg')).toBeVisible()
  await expect(page.getByAltText('What will be sent')).toBeVisible()
})

function largePhoto(): Promise<Buffer> {
  return sharp({
    create: {
      width: 2_400,
      height: 1_800,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function takesAll(page: Page): Promise<void> {
  await hydrated(page)
  const { buffer } = await photo()
  let added = 0
  for (const way of ['choose', 'drop', 'paste'] as const) {
    for (const [name, mimeType] of unnamed) {
      // Each of another length, which tells them apart.
      const bytes = Buffer.concat([buffer, Buffer.alloc(++added)])
      await page.evaluate(bring, { way, name, mimeType, buffer: bytes.toString('base64') })
      const sizes = () => page.locator('input[type=file]').evaluate(sizeOf)
      await expect.poll(sizes, `${way} ${name}`).toBe(bytes.length)
      await expect(page.getByAltText('What will be sent')).toHaveJSProperty('naturalWidth', 1_800)
      await expect(page.getByText('Please upload a valid image file')).toBeHidden()
    }
  }
}

const unnamed = [
  ['photo_noext', ''],
  ['pic.jpg_large', ''],
  ['image.bin', 'application/octet-stream'],
] as const

/** In the page: Playwright gives files of its own a type by their name. */
function bring({
  way,
  name,
  mimeType,
  buffer,
}: {
  way: string
  name: string
  mimeType: string
  buffer: string
}) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const transfer = new DataTransfer()
  const bytes = Uint8Array.from(atob(buffer), (letter) => letter.charCodeAt(0))
  transfer.items.add(new File([bytes], name, { type: mimeType }))
  if (way === 'choose') {
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (way === 'drop')
    input.closest('label')?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: transfer }))
  if (way === 'paste')
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer }))
}

function sizeOf(input: SVGElement | HTMLElement): number | undefined {
  return (input as HTMLInputElement).files?.[0]?.size
}
