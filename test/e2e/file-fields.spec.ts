import type { Page } from '@playwright/test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { type FileInput, photo } from './images.ts'
import { hydrated } from './pages.ts'
import { signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('a photo without a type or with an odd one is chosen, dropped or pasted in every form', async ({
  page,
  db,
}) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org')
  const { buffer } = await photo()
  for (const [path, files] of [
    [`/challenges/${challenge}/submit`, unnamedFiles(buffer)],
    ['/profile/edit', unnamedFiles(buffer)],
  ] as const) {
    await test.step(path, () => takesAll(page, path, files))
  }
  await signInAsAdmin(page, db, 'rei@example.org')
  await takesAll(page, '/admin/challenges/new', unnamedFiles(buffer))
})

test('an animation says that only its first picture is kept', async ({ page, db }) => {
  const challenge = await makeChallenge(db)
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await hydrated(page)
  const frames = await Promise.all(['#c33', '#33c'].map((background) => picture(background, 40)))
  const buffer = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const notice = page.getByText('This is an animation: only its first picture is kept.')
  await page.locator('input[type=file]').setInputFiles({ name: 'spin.webp', mimeType: 'image/webp', buffer })
  await expect(notice).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(await photo())
  await expect(notice).toBeHidden()
})

test('a photo above 2 MB becomes an avatar, and what is no photo does not', async ({ page, db }) => {
  await signIn(page, 'ann@example.org', '/profile/edit')
  await hydrated(page)
  const large = await sharp({
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

function unnamedFiles(buffer: Buffer): FileInput[] {
  return [
    { name: 'photo_noext', mimeType: '', buffer },
    { name: 'pic.jpg_large', mimeType: '', buffer },
    { name: 'image.bin', mimeType: 'application/octet-stream', buffer },
  ]
}

async function takesAll(page: Page, path: string, files: FileInput[]): Promise<void> {
  for (const way of ['choose', 'drop', 'paste'] as const) {
    for (const file of files) {
      await page.goto(path)
      await hydrated(page)
      await page.evaluate(bring, { way, ...file, buffer: file.buffer.toString('base64') })
      const preview = page.getByAltText('What will be sent')
      await expect(preview, `${way} ${file.name}`).toHaveJSProperty('naturalWidth', 1_800)
      expect(await page.locator('input[type=file]').evaluate(sizeOf)).toBe(file.buffer.length)
    }
  }
}

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

function picture(background: string, side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
}
