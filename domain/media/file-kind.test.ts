import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileKind } from './file-kind.ts'

const blank = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })

test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
  'tells a file of kind %s',
  async (kind) => {
    expect(fileKind(await blank().toFormat(kind).toBuffer())).toBe(kind)
  },
)

test.each([
  ['a photo of a phone', 'heic', '\0\0\0\x24ftypheic\0\0\0\0'],
  ['a TIFF of big-endian numbers', 'tiff', 'MM\0*\0\0'],
  ['a WebP whose length has a line feed', 'webp', 'RIFF\n\n\n\nWEBP'],
  ['an animation in sound and pictures', null, 'RIFF\0\0\0\0AVI '],
  ['a video', null, '\0\0\0\x20ftypisom'],
  ['an SVG', null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', null, '<!doctype html>'],
  ['a PDF', null, '%PDF-1.7'],
  ['half a beginning', null, '\x89PNG'],
  ['nothing', null, ''],
])('%s is of kind %s', (_, kind, start) => {
  expect(fileKind(Buffer.from(start, 'latin1'))).toBe(kind)
})
