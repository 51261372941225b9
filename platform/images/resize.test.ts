import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ImageFormat } from './metadata.server.ts'
import { resizeImage } from './resize.server.ts'

const size = { width: 640, height: 424 }
const options = { maxPixels: 1_000_000, widths: [120] }
const formats = ['jpeg', 'png', 'webp'] as const
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
const noise = await sharp({
  create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 120, sigma: 60 } },
})
  .png()
  .toBuffer()

describe.each(formats)('a %s', (format) => {
  test.each(orientations)('of orientation %d is turned as the decoder would turn it', async (orientation) => {
    const image = await sharp(noise).withMetadata({ orientation }).toFormat(format).toBuffer()
    const side = { width: 120, height: 120 }
    const fitting = { width: 120, height: 480, fit: 'inside' } as const
    const small = await sharp(image, { autoOrient: true })
      .resize(fitting)
      .png()
      .toBuffer({ resolveWithObject: true })
    expect(small.info).toMatchObject({ width: 120, height: orientation < 5 ? 80 : 181 })
    expect(await resized(image, format, false)).toEqual(await resized(small.data, 'png', false))
    const square = await sharp(image, { autoOrient: true }).resize(side).png().toBuffer()
    expect(await resized(image, format, true)).toEqual(await resized(square, 'png', true))
  })
})

test('a long image is at most four times as high as wide after it is turned', async () => {
  const create = { width: 1_000, height: 20, channels: 3, background: '#777' } as const
  const image = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await resized(image, 'jpeg', false)).toMatchObject({ width: 10, height: 480 })
})

async function resized(image: Buffer, format: ImageFormat, square: boolean) {
  const { width, height } = await sharp(image).metadata()
  const result = await resizeImage(image, { format, width, height }, { ...options, square })
  expect(result).not.toBeNull()
  return result
}
