import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { resizeImage } from '#platform/images/resize.server.ts'
import { colorImages, patches, size } from '#test/color-images.ts'

// Chromium reads profiles of CMYK in its own way. WebP blurs the small picture of the camera.
const nearest: Record<string, number> = {
  'CMYK JPEG, profile': 24,
  'CMYK JPEG of a camera': 12,
}

test('a stored image has the colors of its preview', async ({ page }) => {
  for (const [name, bytes] of Object.entries(await colorImages())) {
    const shown = await page.evaluate(colorsShown, { file: bytes.toString('base64'), size })
    const { image } = await resizeImage(bytes, {
      maxPixels: 1e6,
      widths: [size.width],
      alwaysTo: size.width,
      square: null,
    })
    const stored = await colorsOf(image?.sizes[0]?.bytes)
    const distances = shown.flatMap((color, at) =>
      color.map((level, channel) => Math.abs(level - (stored[at]?.[channel] ?? 0))),
    )
    expect(Math.max(...distances), `${name}: ${stored.join(' ')}, shown ${shown.join(' ')}`).toBeLessThan(
      nearest[name] ?? 6,
    )
  }
})

/** In the page: the colors of the patches, as the preview shows them. */
async function colorsShown({ file, size }: { file: string; size: { width: number; height: number } }) {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([bytes]))
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, size.width, size.height)
  return Array.from({ length: size.width / 16 }, (_, at) => [
    ...(context?.getImageData(16 * at + 8, 8, 1, 1).data.slice(0, 3) ?? []),
  ])
}

async function colorsOf(file: Buffer | undefined): Promise<number[][]> {
  const { data } = await sharp(file)
    .resize({ ...size, fit: 'fill', kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return patches.map((_, at) => {
    const start = 4 * (8 * size.width + 16 * at + 8)
    return [...data.subarray(start, start + 3)]
  })
}
