import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutTexts } from './png.server.ts'

const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const text = (bytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 65))]))

function types(png: Buffer): string[] {
  const found = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    found.push(png.toString('latin1', at + 4, at + 8))
  return found
}

test('keeps pixels, colours and orientation, and drops texts', async () => {
  const plain = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#1238' } })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .png({ palette: true })
    .toBuffer()
  const marked = Buffer.concat([plain.subarray(0, 33), text(9), chunk('iTXt', mark), plain.subarray(33)])
  const kept = withoutTexts(marked)
  expect(types(kept)).toEqual(types(plain).filter((type) => !['pHYs', 'iTXt', 'tEXt', 'sBIT'].includes(type)))
  const [one, other] = await Promise.all([plain, kept].map((png) => sharp(png).metadata()))
  expect(other).toMatchObject({ width: 30, height: 20, orientation: 6, hasProfile: true })
  expect(other?.icc).toEqual(one?.icc)
  expect(await sharp(kept).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer())
})

test('keeps one colour profile, and all pieces of the pixels', async () => {
  const profile = chunk('iCCP', Buffer.from('a'))
  const pieces = Array.from({ length: 5_000 }, () => chunk('IDAT', Buffer.alloc(0)))
  expect(types(withoutTexts(Buffer.concat([mark, profile, profile, ...pieces])))).toEqual([
    'iCCP',
    ...pieces.map(() => 'IDAT'),
  ])
})

test.each([
  ['a chunk that is cut off', Buffer.concat([mark, text(99).subarray(0, 20)]), 8],
  ['a length beyond the file', Buffer.concat([mark, Buffer.from('\xff\xff\xff\xffIDAT1234', 'latin1')]), 20],
  ['nothing behind the mark', mark, 8],
])('ends at %s', (_, png, length) => {
  expect(withoutTexts(png)).toHaveLength(length)
})
