import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readImageHeader } from './image-header.server.ts'

const size = { width: 301, height: 203 }
const blank = () => sharp({ create: { ...size, channels: 4, background: { r: 9, g: 99, b: 9, alpha: 0.5 } } })
const metadata = { IFD0: { Copyright: 'x'.repeat(60_000) } }

test.each([
  ['a JPEG', 'jpeg', () => blank().jpeg()],
  ['a progressive JPEG', 'jpeg', () => blank().jpeg({ progressive: true })],
  ['a JPEG with much metadata', 'jpeg', () => blank().withExif(metadata).withIccProfile('p3').jpeg()],
  ['a PNG', 'png', () => blank().png()],
  ['an opaque PNG', 'png', () => blank().removeAlpha().png()],
  ['a PNG with a palette', 'png', () => blank().png({ palette: true })],
  ['an opaque lossless WebP', 'webp', () => blank().removeAlpha().webp({ lossless: true })],
  ['a lossy WebP', 'webp', () => blank().removeAlpha().webp()],
  ['a WebP with transparency', 'webp', () => blank().webp()],
  ['a lossless WebP', 'webp', () => blank().webp({ lossless: true })],
  ['a WebP with metadata', 'webp', () => blank().withExif(metadata).webp()],
] as const)('the size of %s is read, from bytes and from a file', async (_, format, make) => {
  const bytes = await make().toBuffer()
  const { hasAlpha } = await sharp(bytes).metadata()
  const expected = { format, ...size, costPerPixel: 1, mayHaveAlpha: hasAlpha }
  expect(await readImageHeader(bytes)).toEqual(expected)
  const folder = await mkdtemp(join(tmpdir(), 'dojo-header-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'image'), bytes)
  expect(await readImageHeader(join(folder, 'image'))).toEqual(expected)
})

test.each([
  ['nothing', ''],
  ['a mark alone', '\xff\xd8\xff'],
  ['a PNG without its header', '\x89PNG\r\n\x1a\nIDAT'],
  ['a WebP of an unknown kind', `RIFF    WEBPVP9 ${' '.repeat(20)}`],
  ['a JPEG without a frame', `\xff\xd8\xff\xe0\x00\x04ab\xff\xd9${' '.repeat(9)}`],
  ['a JPEG of empty segments', `\xff\xd8${'\xff\xe0\x00\x00'.repeat(9_000)}`],
])('%s has no image header', async (_, text) => {
  expect(await readImageHeader(Buffer.from(text, 'latin1'))).toBeNull()
})

test('a WebP has a limited number of chunks', async () => {
  const webp = await blank().webp({ lossless: true }).withExif(metadata).toBuffer()
  const frames = (count: number) => Buffer.concat([webp, Buffer.from('ANMF\0\0\0\0'.repeat(count), 'latin1')])
  expect(await readImageHeader(frames(1_900))).toMatchObject(size)
  expect(await readImageHeader(frames(2_000))).toBeNull()
})

describe('the cost of decoding a pixel', () => {
  test.each([
    ['as mozjpeg writes it', 1, () => blank().jpeg({ mozjpeg: true })],
    ['progressive in CMYK', 24 / 14 + 2, () => blank().toColourspace('cmyk').jpeg({ progressive: true })],
    ['in CMYK', 4 / 14 + 2, () => blank().toColourspace('cmyk').jpeg()],
    ['a PNG of 16 bits', 2, () => blank().toColourspace('rgb16').png()],
    ['an interlaced PNG', 2, () => blank().png({ progressive: true })],
    ['an interlaced PNG of 16 bits', 4, () => blank().toColourspace('rgb16').png({ progressive: true })],
  ] as const)('%s', async (_, costPerPixel, make) => {
    expect(await readImageHeader(await make().toBuffer())).toMatchObject({ costPerPixel })
  })

  test('counts the scans of a JPEG at any position', async () => {
    const scan = segment(0xda, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0)
    const between = ['\xff\x00', '\xff\xd0', '\xff\x01', '\xff\xff', 'x'.repeat(70_000), ''].map(latin1)
    const scans = Array.from({ length: 14 }, (_, i) => Buffer.concat([scan, between[i % 6] as Buffer]))
    const bytes = Buffer.concat([latin1('\xff\xd8'), frame(0xc2), ...scans, latin1('\xff\xd9'), scan])
    expect(await readImageHeader(bytes)).toMatchObject({ ...size, costPerPixel: 6 })
  })

  test('is read in time that grows with the bytes', async () => {
    const stuffed = Buffer.concat([
      latin1('\xff\xd8'),
      frame(0xc0),
      Buffer.alloc(10_000_000, latin1('\xff\x00')),
    ])
    const begun = process.cpuUsage()
    expect(await readImageHeader(stuffed)).not.toBeNull()
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000)
  })
})

test.each([
  ['arithmetic coding', [0xc9, 0xca, 0xcb], 3],
  ['lossless coding', [0xc3, 0xc7], 3],
  ['hierarchical coding', [0xc5, 0xc6, 0xcd, 0xcf], 3],
  ['five components', [0xc0, 0xc2], 5],
])('a JPEG with %s is refused', async (_, markers, components) => {
  for (const marker of markers) {
    const bytes = Buffer.concat([latin1('\xff\xd8'), frame(marker, components), latin1('\xff\xd9')])
    expect(await readImageHeader(bytes)).toBeNull()
  }
})

test.each([
  ['a second frame', () => [frame(0xc2), frame(0xc0)]],
  ['a second start', () => [frame(0xc2), latin1('\xff\xd8\xff\xd8')]],
  ['a scan of five components', () => [frame(0xc2), segment(0xda, 5)]],
  ['a scan before the frame', () => [segment(0xda, 1), frame(0xc2)]],
  ['101 scans', () => [frame(0xc2), ...Array.from({ length: 101 }, () => segment(0xda, 1, 1, 0, 0, 0, 0))]],
])('a JPEG with %s is refused', async (_, parts) => {
  const bytes = Buffer.concat([latin1('\xff\xd8'), ...parts(), latin1('\xff\xd9')])
  expect(await readImageHeader(bytes)).toBeNull()
})

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function segment(marker: number, ...content: number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content])
}

function frame(marker: number, components = 4): Buffer {
  const { width, height } = size
  const each = Array.from({ length: components }, (_, i) => [i + 1, 0x11, 0]).flat()
  return segment(marker, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, components, ...each)
}
