import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ResizedImage, resizeImage } from '#platform/images/resize.server.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { maxPixels, type Purpose } from './rules.ts'

const wrongType = 'Please upload a valid image file (JPEG, PNG, or WEBP)'
const red = { r: 200, g: 20, b: 20 }

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is converted to three WebP files', async (format) => {
    const image = await processed(await plain(2000, 1000).toFormat(format).toBuffer())
    expect(image).toMatchObject({ width: 1600, height: 800 })
    expect(await sizesOf(image)).toEqual([
      [480, 'webp', 480, 240],
      [960, 'webp', 960, 480],
      [1600, 'webp', 1600, 800],
    ])
    expect(await colourAt(image, 0.5, 0.5)).toBe('red')
  })

  test('is never enlarged', async () => {
    const image = await processed(await plain(700, 300).png().toBuffer())
    expect(image).toMatchObject({ width: 700, height: 300 })
    expect((await sizesOf(image)).map(([name, , width]) => [name, width])).toEqual([
      [480, 480],
      [960, 700],
    ])
  })

  test('is cropped to a square around its centre for an avatar', async () => {
    const wide = plain(1000, 500, { r: 0, g: 0, b: 250 }).composite([
      { input: await plain(500, 500).png().toBuffer(), left: 250, top: 0 },
    ])
    const image = await processed(await wide.png().toBuffer(), 'avatar')
    expect((await sizesOf(image)).map(([name, , width, height]) => [name, width, height])).toEqual([
      [96, 96, 96],
      [192, 192, 192],
      [384, 384, 384],
    ])
    for (const x of [0.02, 0.98]) expect(await colourAt(image, x, 0.5)).toBe('red')
    const tiny = await processed(await plain(50, 80).png().toBuffer(), 'avatar')
    expect(tiny).toMatchObject({ width: 50, height: 50 })
  })

  test('50 times as high as wide fits into WebP', async () => {
    const image = await processed(await plain(320, 16_000).png().toBuffer())
    expect(image).toMatchObject({ width: 128, height: 6400 })
    const clear = plain(320, 16_000, { r: 0, g: 0, b: 0, alpha: 0 })
    expect(await processed(await clear.png().toBuffer())).toMatchObject({ width: 64, height: 3200 })
  })

  test('is turned upright and loses its location', async () => {
    const left = await plain(100, 200, { r: 0, g: 0, b: 250 }).png().toBuffer()
    const source = await plain(200, 200)
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Artist: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const { exif = Buffer.alloc(0) } = await sharp(source).metadata()
    const gpsTag = Buffer.from([0x25, 0x88])
    expect([exif.includes('Somebody'), exif.includes(gpsTag)]).toEqual([true, true])

    const image = await processed(source)
    expect(await colourAt(image, 0.5, 0.1)).toBe('blue')
    expect(await colourAt(image, 0.5, 0.9)).toBe('red')
    for (const { bytes } of image.sizes) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(bytes.includes('Somebody')).toBe(false)
    }
  })

  test.each([
    ['grey', () => plain(600, 400).greyscale().jpeg()],
    ['of 16 bits', () => plain(600, 400).toColourspace('rgb16').png()],
    ['in CMYK', () => plain(600, 400).toColourspace('cmyk').jpeg()],
    ['in Display P3', () => plain(600, 400).withIccProfile('p3').jpeg()],
    ['with a palette', () => plain(600, 400).png({ palette: true })],
    ['progressive', () => plain(600, 400).jpeg({ progressive: true })],
  ])('%s is read', async (name, make) => {
    const image = await processed(await make().toBuffer())
    expect(image).toMatchObject({ width: 600, height: 400 })
    expect(await colourAt(image, 0.5, 0.5)).toBe(name === 'grey' ? 'grey' : 'red')
  })

  test('does not run the steps of its colour profile for each pixel', async () => {
    const grey = { create: { width: 60, height: 60, channels: 3, background: '#808080' } } as const
    const { icc } = await sharp(await sharp(grey).withIccProfile('srgb').png().toBuffer()).metadata()
    const plain = await sharp(grey).png().toBuffer()
    const profile = withBlackeningStep(icc as Buffer)
    const packed = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(profile)])
    const image = Buffer.concat([plain.subarray(0, 33), chunk('iCCP', packed), plain.subarray(33)])
    const decoder = await sharp(image).toColourspace('srgb').raw().toBuffer()
    expect(decoder[0]).toBeLessThan(60)
    const { sizes } = await processed(image)
    const pixel = await sharp(sizes[0]?.bytes).raw().toBuffer()
    expect(pixel[0]).toBeGreaterThan(120)
  })

  test('does not run a colour profile that takes Lab values for each pixel', async () => {
    const grey = { create: { width: 60, height: 60, channels: 3, background: '#808080' } } as const
    const { icc } = await sharp(await sharp(grey).withIccProfile('srgb').png().toBuffer()).metadata()
    const plain = await sharp(grey).jpeg().toBuffer()
    const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), blackeningLab(icc as Buffer)])
    const marker = Buffer.from([0xff, 0xe2, (content.length + 2) >> 8, (content.length + 2) & 0xff])
    const image = Buffer.concat([plain.subarray(0, 2), marker, content, plain.subarray(2)])
    expect((await sharp(image).raw().toBuffer())[0]).toBeLessThan(60)
    const { sizes } = await processed(image)
    expect((await sharp(sizes[0]?.bytes).raw().toBuffer())[0]).toBeGreaterThan(120)
  })

  test('keeps its transparency', async () => {
    const clear = plain(300, 300, { r: 0, g: 0, b: 0, alpha: 0 })
    const image = await processed(await clear.png().toBuffer())
    expect((await sharp(image.sizes[0]?.bytes).stats()).isOpaque).toBe(false)
  })

  test('keeps the first frame of an animation', async () => {
    const frames = [red, { r: 0, g: 0, b: 250 }].map((colour) => plain(64, 64, colour).png().toBuffer())
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const image = await processed(moving)
    expect(image).toMatchObject({ width: 64, height: 64 })
    expect(await colourAt(image, 0.5, 0.5)).toBe('red')
  })
})

describe('processImage refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const others: [string, () => Buffer | Promise<Buffer>][] = [
    ['a GIF', () => plain(20, 20).gif().toBuffer()],
    ['an AVIF', () => plain(20, 20).avif().toBuffer()],
    ['a TIFF', () => plain(20, 20).tiff().toBuffer()],
    ['an SVG', () => Buffer.from(svg)],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'HTML behind the mark of a PNG',
      () => Buffer.concat([pngHeader(8, 8).subarray(0, 8), Buffer.from(svg)]),
    ],
    ['nothing', () => Buffer.alloc(0)],
    ['a mark alone', () => Buffer.from('\xff\xd8\xff', 'latin1')],
    ['half a JPEG', async () => half(await noise().jpeg().toBuffer())],
    ['half a PNG', async () => half(await noise().png().toBuffer())],
    ['half a WEBP', async () => half(await noise().webp().toBuffer())],
  ]
  test.each(others)('%s', async (_, make) => {
    expect(await processImage(await make(), 'submission')).toEqual({
      ok: false,
      code: 'invalid',
      message: wrongType,
    })
  })

  test('too many pixels by the header, without allocating memory', async () => {
    // The bytes end with the header: a decoder would refuse them as no image.
    const png = pngHeader(64_250, 64_250).subarray(0, 33)
    expect(await processImage(png, 'submission')).toMatchObject({
      ok: false,
      message: 'Failed to upload image: it has more than 52 megapixels',
    })
    const jpeg = await hugeJpeg()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    expect(await processImage(jpeg.subarray(0, frame + 10), 'avatar')).toMatchObject({
      ok: false,
      message: 'Image upload failed: it has more than 26 megapixels',
    })
  })

  test.each([
    ['a line of 52 million pixels', 1, 52_000_000, 'a side is longer than 16,383 pixels'],
    ['a side of 16,384 pixels', 400, 16_384, 'a side is longer than 16,383 pixels'],
    ['a strip', 100, 5_001, 'it is more than 50 times as long as wide'],
    ['a wide strip', 5_001, 100, 'it is more than 50 times as long as wide'],
  ])('%s, before any decoder runs', async (_, width, height, reason) => {
    // Its pixels are missing, so a decoder would refuse it as no image.
    expect(await processImage(pngHeader(width, height), 'submission')).toEqual({
      ok: false,
      code: 'invalid',
      message: `Failed to upload image: ${reason}`,
    })
  })

  test('images that take long to decode by the header', async () => {
    // 8192 x 6144 pixels: with a valid IDAT the decoder would need some seconds.
    const interlaced = pngHeader(8_192, 6_144, { interlaced: true })
    const progressive = await hugeProgressiveJpeg(15)
    for (const source of [interlaced, progressive]) {
      expect(await processImage(source, 'submission')).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Failed to upload image: it takes too long to process',
      })
    }
    // Refused by the decoder, since its pixels are missing.
    expect(await processImage(pngHeader(8_192, 6_144), 'submission')).toMatchObject({ message: wrongType })
  })

  test('a JPEG with arithmetic coding', async () => {
    const bytes = await plain(64, 64).jpeg().toBuffer()
    bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
    expect(await processImage(bytes, 'submission')).toMatchObject({ ok: false, message: wrongType })
  })

  test('a header that the decoder reads differently', async () => {
    const bytes = await plain(64, 64).jpeg().toBuffer()
    const hidden = Buffer.from([0xff, 0xc1, 0, 8, 8, 0, 16, 0, 16, 1])
    const outcome = await processImage(
      Buffer.concat([bytes.subarray(0, 2), hidden, bytes.subarray(2)]),
      'avatar',
    )
    expect(outcome).toMatchObject({ ok: false, message: wrongType })
  })

  test.each(['metadata', 'toBuffer'] as const)('more pixels than %s may read', async (step) => {
    interface Pipeline {
      options: { input: { limitInputPixels: number } }
    }
    const source = await plain(64, 64).png().toBuffer()
    const run: (this: Pipeline, ...args: unknown[]) => unknown = sharp.prototype[step]
    const limited = vi.spyOn(sharp.prototype, step).mockImplementation(function (this: Pipeline, ...args) {
      const { input } = this.options
      if (input.limitInputPixels === maxPixels) input.limitInputPixels = 64 * 64 - 1
      return run.apply(this, args)
    })
    onTestFinished(() => limited.mockRestore())
    const size = { format: 'png', width: 64, height: 64 } as const
    expect(await resizeImage(source, size, { maxPixels, widths: [480], square: false })).toBeNull()
  })

  test('more pixels than the limit, but not the limit', async () => {
    const height = 5_000
    const width = maxPixels / height
    const sized = (more: number) =>
      sharp({ create: { width: width + more, height, channels: 3, background: red } })
    expect((await processImage(await sized(0).png().toBuffer(), 'submission')).ok).toBe(true)
    expect((await processImage(await sized(1).png().toBuffer(), 'submission')).ok).toBe(false)
  })

  test('more than 26 megapixels as an avatar, before they are decoded', async () => {
    const source = await sharp({ create: { width: 6_501, height: 4_000, channels: 3, background: red } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer()
    expect(await processImage(source, 'avatar')).toMatchObject({
      message: expect.stringContaining('it has more than 26 megapixels'),
    })
  })
})

async function processImage(source: Uint8Array, purpose: Purpose) {
  const outcome = await imageProcessor.process(source, purpose)
  if (!outcome) throw new Error('the queue is full')
  return outcome
}

function plain(
  width: number,
  height: number,
  colour: { r: number; g: number; b: number; alpha?: number } = red,
) {
  return sharp({
    create: { width, height, channels: colour.alpha === undefined ? 3 : 4, background: colour },
  })
}

function noise() {
  return sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

async function processed(bytes: Buffer, purpose: Purpose = 'submission'): Promise<ResizedImage> {
  const outcome = await processImage(bytes, purpose)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

async function sizesOf(image: ResizedImage) {
  const sizes = image.sizes.map(async ({ width, bytes }) => {
    const metadata = await sharp(bytes).metadata()
    return [width, metadata.format, metadata.width, metadata.height] as const
  })
  return Promise.all(sizes)
}

/** The colour at a point given in fractions of the largest size. */
async function colourAt(image: ResizedImage, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image.sizes.at(-1)?.bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at)
  if (Math.abs(r - b) < 10 && Math.abs(r - g) < 10) return 'grey'
  if (r > 150 && g < 80 && b < 80) return 'red'
  return b > 150 && r < 80 ? 'blue' : `${r},${g},${b}`
}

/** A PNG of a few bytes that says it is of this size. */
function pngHeader(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8)
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    mark,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND'),
  ])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

async function hugeJpeg(): Promise<Buffer> {
  const bytes = await plain(16, 16).jpeg().toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(64_250, frame + 5)
  bytes.writeUInt16BE(64_250, frame + 7)
  return bytes
}

/** Of 8192 x 6144 pixels, with the scans of its last component repeated. */
async function hugeProgressiveJpeg(componentScans: number): Promise<Buffer> {
  const bytes = await plain(16, 16).greyscale().jpeg({ progressive: true }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  bytes.writeUInt16BE(6_144, frame + 5)
  bytes.writeUInt16BE(8_192, frame + 7)
  const scan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scans = Array.from({ length: componentScans }, () => bytes.subarray(scan, -2))
  return Buffer.concat([bytes.subarray(0, scan), ...scans, bytes.subarray(-2)])
}

/** The profile with a tag of type `mpet` whose one step makes every colour black. */
function withBlackeningStep(profile: Buffer): Buffer {
  const step = Buffer.alloc(12 + 16 + 8 * 3 * 4)
  step.write('clut', 0, 'latin1')
  step.writeUInt16BE(3, 8)
  step.writeUInt16BE(3, 10)
  step.fill(2, 12, 15)
  const steps = Buffer.alloc(24 + step.length)
  steps.write('mpet', 0, 'latin1')
  steps.writeUInt16BE(3, 8)
  steps.writeUInt16BE(3, 10)
  steps.writeUInt32BE(1, 12)
  steps.writeUInt32BE(24, 16)
  steps.writeUInt32BE(step.length, 20)
  step.copy(steps, 24)
  const count = profile.readUInt32BE(128)
  const tags = Array.from({ length: count }, (_, tag) => {
    const at = 132 + 12 * tag
    const [start, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
    return { name: profile.subarray(at, at + 4), content: profile.subarray(start, start + length) }
  })
  tags.push({ name: Buffer.from('D2B0'), content: steps })
  const table: Buffer[] = []
  const contents: Buffer[] = []
  let end = 132 + 12 * tags.length
  for (const { name, content } of tags) {
    const entry = Buffer.concat([name, Buffer.alloc(8)])
    entry.writeUInt32BE(end, 4)
    entry.writeUInt32BE(content.length, 8)
    table.push(entry)
    contents.push(content, Buffer.alloc(-content.length & 3))
    end += content.length + (-content.length & 3)
  }
  const head = Buffer.concat([profile.subarray(0, 128), Buffer.alloc(4)])
  head.writeUInt32BE(end, 0)
  head.writeUInt16BE(0x0440, 8)
  head.fill(0, 84, 100)
  head.writeUInt32BE(tags.length, 128)
  return Buffer.concat([head, ...table, ...contents])
}

/** A profile of Lab values, with the header of another one, that makes every colour black. */
function blackeningLab(profile: Buffer): Buffer {
  const curves = Buffer.alloc(3 * 16, 'curv\0\0\0\0\0\0\0\x02\0\0\0\0', 'latin1')
  const table = Buffer.alloc(32)
  table.write('mAB \0\0\0\0\x03\x03\0\0\0\0\0\x20', 'latin1')
  const head = Buffer.alloc(144)
  profile.copy(head, 0, 0, 128)
  head.writeUInt32BE(head.length + table.length + curves.length, 0)
  head.write('abstLab Lab ', 12, 'latin1')
  head.writeUInt32BE(1, 128)
  head.write('A2B0', 132, 'latin1')
  head.writeUInt32BE(head.length, 136)
  head.writeUInt32BE(table.length + curves.length, 140)
  return Buffer.concat([head, table, curves])
}
