import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JobLimits } from '#platform/images/image-job.server.ts'
import { type ResizedImage, resizeImage } from '#platform/images/resize.server.ts'
import { accepted } from '#test/builders.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { openImageProcessor } from './image-processing.server.ts'
import { imageRules, type Purpose } from './rules.ts'

const wrongType = 'Please upload a valid image file (JPEG, PNG, or WEBP)'
const damaged = `${wrongType}. This file is damaged or incomplete.`
const ofType = (type: string) => `${wrongType}. This is a file of the type ${type}: please save it as JPEG.`
const red = { r: 200, g: 20, b: 20 }

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is converted to six WebP files', async (format) => {
    const image = await processed(await plain(2000, 1000).toFormat(format).toBuffer())
    expect(image).toMatchObject({ width: 1600, height: 800 })
    expect(await sizesOf(image)).toEqual([
      [160, 'webp', 160, 80],
      [320, 'webp', 320, 160],
      [480, 'webp', 480, 240],
      [720, 'webp', 720, 360],
      [960, 'webp', 960, 480],
      [1600, 'webp', 1600, 800],
    ])
    expect(await colourAt(image, 0.5, 0.5)).toBe('red')
  })

  test('is never enlarged', async () => {
    const image = await processed(await plain(700, 300).png().toBuffer())
    expect(image).toMatchObject({ width: 700, height: 300 })
    expect((await sizesOf(image)).map(([name, , width]) => [name, width])).toEqual([
      [160, 160],
      [320, 320],
      [480, 480],
      [720, 700],
    ])
  })

  test('may be a panorama of any length', async () => {
    const image = await processed(await plain(20_000, 1_000).png().toBuffer())
    expect(image).toMatchObject({ width: 1600, height: 80 })
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

  test.each([1, 2])(
    'is read where the last %i bytes of a JPEG are missing, which are no pixels',
    async (bytes) => {
      const whole = await noise().jpeg().toBuffer()
      expect(await processed(whole.subarray(0, -bytes))).toEqual(await processed(whole))
    },
  )

  test('is read with needless bytes between the parts of a JPEG, which the decoder warns of', async () => {
    const whole = await noise().jpeg().toBuffer()
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]))
    const padded = Buffer.concat([whole.subarray(0, scan), Buffer.alloc(3), whole.subarray(scan)])
    await expect(sharp(padded).stats()).rejects.toThrow('extraneous bytes')
    expect(await processed(padded)).toEqual(await processed(whole))
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
  const others: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['a GIF', ofType('GIF'), () => plain(20, 20).gif().toBuffer()],
    ['a GIF of 40,000 frames', ofType('GIF'), manyFramesGif],
    ['an AVIF', ofType('AVIF'), () => plain(20, 20).avif().toBuffer()],
    ['a TIFF', ofType('TIFF'), () => plain(20, 20).tiff().toBuffer()],
    ['a HEIC', ofType('HEIC'), () => Buffer.from('\0\0\0\x24ftypheic\0\0\0\0')],
    ['an SVG', wrongType, () => Buffer.from(svg)],
    ['HTML', wrongType, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'HTML behind the mark of a PNG',
      damaged,
      () => Buffer.concat([pngHeader(8, 8).subarray(0, 8), Buffer.from(svg)]),
    ],
    ['nothing', wrongType, () => Buffer.alloc(0)],
    ['a mark alone', damaged, () => Buffer.from('\xff\xd8\xff', 'latin1')],
    ['half a JPEG', damaged, async () => half(await noise().jpeg().toBuffer())],
    [
      'a JPEG without its last pixels',
      damaged,
      async () => (await noise().jpeg().toBuffer()).subarray(0, -9),
    ],
    [
      'half a JPEG with the mark of its end',
      damaged,
      async () => Buffer.concat([half(await noise().jpeg().toBuffer()), Buffer.from([0xff, 0xd9])]),
    ],
    ['half a PNG', damaged, async () => half(await noise().png().toBuffer())],
    ['half a WEBP', damaged, async () => half(await noise().webp().toBuffer())],
  ]
  test.each(others)('%s: %s', async (_, message, make) => {
    expect(await processImage(await make(), 'submission')).toEqual({ ok: false, code: 'invalid', message })
  })

  test.each([
    ['a PNG', 'submission', 52, () => pngHeader(64_250, 64_250)],
    ['a JPEG', 'avatar', 26, hugeJpeg],
    ['a WebP', 'submission', 52, hugeWebp],
  ] as const)('%s that says it has too many pixels', async (_, purpose, megapixels, make) => {
    const start = purpose === 'avatar' ? 'Image upload failed' : 'Failed to upload image'
    expect(await processImage(await make(), purpose)).toEqual({
      ok: false,
      code: 'invalid',
      message: `${start}: it has more than ${megapixels} megapixels`,
    })
  })

  test.each([
    ['a line of 52 million pixels', 1, 52_000_000],
    ['a strip', 100, 5_001],
    ['a wide strip', 5_001, 100],
  ])('%s, before its pixels are decoded', async (_, width, height) => {
    // Its pixels are missing, so a decoder would refuse it as no image.
    expect(await processImage(pngHeader(width, height), 'submission')).toEqual({
      ok: false,
      code: 'invalid',
      message: 'Failed to upload image: it is more than 50 times as long as wide',
    })
  })

  test('a JPEG of many scans at the limits of the process, and takes the next one', async () => {
    const processor = processorWithin({ cpuSeconds: 0.5 })
    expect(await processor.process(manyScans(), 'submission')).toEqual({
      ok: false,
      code: 'invalid',
      message: 'Failed to upload image: it takes too long to process',
    })
    expect((await processor.process(await plain(20, 20).png().toBuffer(), 'submission')).ok).toBe(true)
  })

  test('them all without memory of the server', async () => {
    const sources = [pngHeader(64_250, 64_250), await hugeJpeg(), manyFramesGif(), manyScans()]
    const processor = processorWithin({ cpuSeconds: 0.2 })
    await processor.process(await plain(20, 20).png().toBuffer(), 'submission')
    const before = process.memoryUsage.rss()
    let most = before
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 5)
    for (const source of sources) expect((await processor.process(source, 'submission')).ok).toBe(false)
    clearInterval(watching)
    expect(most - before).toBeLessThan(50 * 1024 ** 2)
  })

  test('more pixels than the decoder may read, whatever the header says', async () => {
    const source = await plain(64, 64).png().toBuffer()
    const { metadata } = sharp.prototype
    const lying = vi.spyOn(sharp.prototype, 'metadata').mockImplementation(async function (this: Sharp) {
      return { ...(await metadata.call(this)), width: 8, height: 8 }
    })
    onTestFinished(() => lying.mockRestore())
    expect(
      await resizeImage(source, { maxPixels: 64 * 64 - 1, widths: [480], alwaysTo: 480, square: null }),
    ).toEqual({
      image: null,
    })
    expect(
      await resizeImage(source, { maxPixels: 64 * 64, widths: [480], alwaysTo: 480, square: null }),
    ).toMatchObject({
      image: { width: 64 },
    })
  })

  test('more pixels than the limit, but not the limit', async () => {
    const height = 5_000
    const width = imageRules.submission.maxPixels / height
    const sized = (more: number) =>
      sharp({ create: { width: width + more, height, channels: 3, background: red } })
    expect((await processImage(await sized(0).png().toBuffer(), 'submission')).ok).toBe(true)
    expect((await processImage(await sized(1).png().toBuffer(), 'submission')).ok).toBe(false)
  })
})

function processImage(source: Uint8Array, purpose: Purpose) {
  return imageProcessor.process(source, purpose)
}

function processorWithin(limits: Partial<JobLimits>) {
  const processor = openImageProcessor({ limits })
  onTestFinished(() => processor.close())
  return processor
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
  return accepted(await processImage(bytes, purpose))
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
function pngHeader(width: number, height: number): Buffer {
  return pngOf(width, height, [8, 2, 0, 0, 0], Buffer.alloc(100))
}

function pngOf(width: number, height: number, kind: number[], pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(kind, 8)
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = chunk('IDAT', deflateSync(pixels, { level: 1 }))
  return Buffer.concat([mark, chunk('IHDR', header), data, chunk('IEND')])
}

function manyFramesGif(): Buffer {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([start, Buffer.alloc(frame.length * 40_000, frame), Buffer.from(';')])
}

/** Its canvas is larger than its one frame. */
async function hugeWebp(): Promise<Buffer> {
  const image = await plain(16, 16).webp({ lossless: true }).toBuffer()
  const frame = riff(
    'ANMF',
    Buffer.concat([Buffer.alloc(6), Buffer.from([15, 0, 0, 15, 0, 0]), Buffer.alloc(4), image.subarray(12)]),
  )
  const body = [Buffer.from('WEBP'), webpCanvas(16_000, 16_000), riff('ANIM', Buffer.alloc(6)), frame]
  return riff('RIFF', Buffer.concat(body))
}

/** The header of an animation. */
function webpCanvas(width: number, height: number): Buffer {
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  return riff('VP8X', canvas)
}

function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}    `)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
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

/** A valid grey JPEG of 8192 x 6144 pixels in 253 scans, which takes about 2 s. */
function manyScans(): Buffer {
  const table = (id: number, symbol: number) => segment(0xc4, id, 1, ...Array(15).fill(0), symbol)
  const scan = (coefficient: number, bits: number, bytes: number) =>
    Buffer.concat([segment(0xda, 1, 1, 0, coefficient, coefficient, bits), Buffer.alloc(bytes)])
  const coefficients = Array.from({ length: 63 }, (_, index) => index + 1)
  const refinements = [0x0d, 0xdc, 0xcb, 0xba]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, 6_144 >> 8, 0, 8_192 >> 8, 0, 1, 1, 0x11, 0),
    table(0, 0),
    table(0x10, 0xe0),
    scan(0, 0, 98_304),
    ...coefficients.flatMap((coefficient) => refinements.map((bits) => scan(coefficient, bits, 90))),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, ...content: number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content])
}
