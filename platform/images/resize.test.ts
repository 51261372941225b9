import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { resizeImage } from './resize.server.ts'

const options = { maxPixels: 1_000_000, widths: [120], alwaysTo: 120 }
const formats = ['jpeg', 'png', 'webp'] as const
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
/** Red, green, blue and grey quarters. */
const quarters = await sharp({ create: { width: 640, height: 424, channels: 3, background: '#777' } })
  .composite(
    ['#d00', '#0c0', '#00d'].map((background, i) => ({
      input: { create: { width: 320, height: 212, channels: 3, background } },
      left: 320 * (i % 2),
      top: 212 * Math.floor(i / 2),
    })),
  )
  .png()
  .toBuffer()

describe.each(formats)('a %s', (format) => {
  test.each(orientations)('of orientation %d is upright', async (orientation) => {
    const image = await sharp(quarters).withMetadata({ orientation }).toFormat(format).toBuffer()
    const upright = await sharp(image, { autoOrient: true }).png().toBuffer()
    const { width, height, sizes } = await resized(image, null)
    expect([width, height]).toEqual([120, orientation < 5 ? 80 : 181])
    expect(await cornersOf(sizes[0]?.bytes)).toEqual(await cornersOf(upright))
    const square = await resized(image, 'crop')
    expect([square.width, square.height]).toEqual([120, 120])
    expect(await cornersOf(square.sizes[0]?.bytes)).toEqual(await cornersOf(upright))
  })
})

test('a long image is at most four times as high as wide after it is turned', async () => {
  const create = { width: 1_000, height: 20, channels: 3, background: '#777' } as const
  const image = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await resized(image, null)).toMatchObject({ width: 10, height: 480 })
})

test('a square with transparent edges has all of the image, whatever its form', async () => {
  for (const [width, height] of [
    [400, 100],
    [100, 400],
    [60, 20],
  ] as const) {
    const create = { width, height, channels: 3, background: '#c06030' } as const
    const square = await resized(await sharp({ create }).jpeg().toBuffer(), 'pad')
    const side = Math.min(120, Math.max(width, height))
    expect([square.width, square.height]).toEqual([side, side])
    const { data, info } = await sharp(square.sizes[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    const alphaAt = (x: number, y: number) => data[(y * side + x) * info.channels + 3]
    expect([alphaAt(side / 2, side / 2), alphaAt(0, 0)]).toEqual([255, 0])
    expect(width > height ? alphaAt(0, side / 2) : alphaAt(side / 2, 0)).toBe(255)
  }
})

test('an image of four inks keeps its color when it is padded', async () => {
  const create = { width: 400, height: 200, channels: 3, background: '#d02020' } as const
  const inks = await sharp({ create }).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(inks).metadata()).channels).toBe(4)
  const square = await resized(inks, 'pad')
  const { data, info } = await sharp(square.sizes[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
  for (const x of [0, 60, 119]) {
    const at = (60 * 120 + x) * info.channels
    const [red = 0, green = 0, blue = 0, alpha] = data.subarray(at)
    expect(red - Math.max(green, blue)).toBeGreaterThan(100)
    expect(alpha).toBe(255)
  }
})

test('a narrow image has every size up to the one that all have', async () => {
  const create = { width: 50, height: 40, channels: 3, background: '#c06030' } as const
  const image = await sharp({ create }).png().toBuffer()
  const options = { maxPixels: 1_000_000, widths: [40, 80, 120, 240], alwaysTo: 120, square: null }
  const result = await resizeImage(image, options)
  expect(result.image?.sizes.map(({ width }) => width)).toEqual([40, 80, 120])
})

test('the average color is that of all pixels, and of no transparent image', async () => {
  const create = { width: 8, height: 4, channels: 3, background: '#204060' } as const
  const half = { create: { ...create, width: 4, background: '#406080' } }
  const image = sharp({ create }).composite([{ input: half, left: 4, top: 0 }])
  expect((await resized(await image.png().toBuffer(), null)).color).toBe('#305070')
  expect((await resized(await sharp({ create }).greyscale().png().toBuffer(), null)).color).toMatch(
    /^#(..)\1\1$/,
  )
  const clear = { ...create, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } as const
  expect((await resized(await sharp({ create: clear }).png().toBuffer(), null)).color).toBeNull()
})

async function resized(image: Buffer, square: 'crop' | 'pad' | null) {
  const result = await resizeImage(image, { ...options, square })
  if (!result.image) throw new Error('The image was refused')
  return result.image
}

/** Which colour each corner has: red, green, blue or none. */
async function cornersOf(image: Buffer | undefined): Promise<(string | undefined)[]> {
  const { data, info } = await sharp(image)
    .resize(40, 40, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [
    [4, 4],
    [35, 4],
    [4, 35],
    [35, 35],
  ].map(([x = 0, y = 0]) => {
    const at = (y * 40 + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at)
    const most = Math.max(red, green, blue)
    if (most - Math.min(red, green, blue) < 60) return 'grey'
    return most === red ? 'red' : most === green ? 'green' : 'blue'
  })
}
