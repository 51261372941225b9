import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animationBytes, fileKind, isAnimation } from './file-kind.ts'

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

test.each(['png', 'webp'] as const)('a %s of one picture is no animation', async (kind) => {
  expect(isAnimation(await blank().toFormat(kind).toBuffer())).toBe(false)
  expect(isAnimation(await blank().ensureAlpha(0.5).withIccProfile('p3').toFormat(kind).toBuffer())).toBe(
    false,
  )
})

test('a WebP of several pictures is an animation', async () => {
  const frames = await Promise.all(['#c33', '#33c'].map((background) => png(background)))
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(isAnimation(moving)).toBe(true)
})

test('a PNG with a chunk acTL before its pixels is an animation', async () => {
  const still = await png('#c33')
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0CRC!', 'latin1')
  const withControl = (at: number) => Buffer.concat([still.subarray(0, at), control, still.subarray(at)])
  expect(isAnimation(withControl(33))).toBe(true)
  expect(isAnimation(withControl(still.length - 12))).toBe(false)
  for (const length of [0, 12, 20, 33, 40]) expect(isAnimation(still.subarray(0, length))).toBe(false)
  expect(animationBytes).toBeGreaterThan(33)
})

function png(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
