import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { readImageHeader } from './image-header.server.ts'

const size = { width: 301, height: 203 }
const blank = () => sharp({ create: { ...size, channels: 4, background: { r: 9, g: 99, b: 9, alpha: 0.5 } } })
const metadata = { IFD0: { Copyright: 'x'.repeat(60_000) } }

test.each([
  ['a JPEG', 'jpeg', () => blank().jpeg()],
  ['a progressive JPEG', 'jpeg', () => blank().jpeg({ progressive: true })],
  ['a JPEG with much metadata', 'jpeg', () => blank().withExif(metadata).withIccProfile('p3').jpeg()],
  ['a PNG', 'png', () => blank().png()],
  ['a lossy WebP', 'webp', () => blank().removeAlpha().webp()],
  ['a WebP with transparency', 'webp', () => blank().webp()],
  ['a lossless WebP', 'webp', () => blank().webp({ lossless: true })],
  ['a WebP with metadata', 'webp', () => blank().withExif(metadata).webp()],
] as const)('the size of %s is read, from bytes and from a file', async (_, format, make) => {
  const bytes = await make().toBuffer()
  expect(await readImageHeader(bytes)).toEqual({ format, ...size })
  const folder = await mkdtemp(join(tmpdir(), 'dojo-header-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'image'), bytes)
  expect(await readImageHeader(join(folder, 'image'))).toEqual({ format, ...size })
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
