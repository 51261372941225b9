import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openImageProcess } from './image-process.server.ts'
import { type ImageFormat, withoutMetadata } from './metadata.server.ts'

const formats = ['jpeg', 'png', 'webp'] as const
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
const plain = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#123' } })
const [jpeg, png, webp] = (await Promise.all(
  formats.map((format) => plain().toFormat(format).toBuffer()),
)) as [Buffer, Buffer, Buffer]
const afterStart = { jpeg: 2, png: 33 }

describe.each(formats)('a %s', (format) => {
  test.each(orientations)('of orientation %d is decoded without EXIF and XMP', async (orientation) => {
    const image = await plain()
      .withMetadata({ orientation })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${'x'.repeat(99)}</x:xmpmeta>`)
      .toFormat(format)
      .toBuffer()
    expect(await sharp(image).metadata()).toMatchObject({ orientation, xmp: expect.anything() })
    const { bytes, orientation: found } = withoutMetadata(format, image)
    expect(found).toBe(orientation)
    expect(await metadataOf(bytes)).toEqual({})
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(image))
  })

  test.each(orientations)('has orientation %d in both byte orders', (orientation) => {
    for (const order of ['II', 'MM'] as const) {
      const exif = exifOf([{ tag: 0x010f }, { tag: 0x0112, value: orientation }], order)
      expect(withoutMetadata(format, withExif(format, exif)).orientation).toBe(orientation)
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no byte order', Buffer.from('XX*\0\0\0\0\x08')],
    ['a byte order alone', Buffer.from('II*\0')],
    ['a directory beyond the end', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')],
    ['more entries than bytes', exifOf([{ tag: 0x010f }]).fill(0xff, 8, 10)],
    ['an entry that is cut off', exifOf([{ tag: 0x0112, value: 6 }]).subarray(0, 20)],
    ['orientation 0', exifOf([{ tag: 0x0112, value: 0 }])],
    ['orientation 9', exifOf([{ tag: 0x0112, value: 9 }])],
    ['an orientation of 32 bits', exifOf([{ tag: 0x0112, value: 6, type: 4 }])],
    ['two orientations', exifOf([{ tag: 0x0112, value: 6, count: 2 }])],
    ['an orientation in a further directory', exifOf([{ tag: 0x8769, value: 26, type: 4 }])],
  ])('is upright with EXIF that has %s', async (_, exif) => {
    const { bytes, orientation } = withoutMetadata(format, withExif(format, exif))
    expect(orientation).toBe(1)
    expect(await metadataOf(bytes)).toEqual({})
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf({ jpeg, png, webp }[format]))
  })

  test('with directories that the decoder would read 90,000 times is decoded at once', async () => {
    const imageProcess = openImageProcess({ limits: { cpuSeconds: 2 } })
    onTestFinished(() => imageProcess.close())
    const image = withExif(format, nestedDirectories())
    const options = { maxPixels: 1_000, widths: [30], square: false }
    const size = { width: 30, height: 20 }
    expect(await imageProcess.run('resizeImage', image, { format, ...size }, options)).toMatchObject(size)
  })

  test('keeps its colours', async () => {
    const image = await plain().withIccProfile('p3').withMetadata({ icc: 'p3' }).toFormat(format).toBuffer()
    const { icc } = await sharp(image).metadata()
    expect(icc?.length).toBeGreaterThan(0)
    const kept = withoutMetadata(format, image).bytes
    expect((await sharp(kept).metadata()).icc).toEqual(icc)
    expect(await pixelsOf(kept)).toEqual(await pixelsOf(image))
  })

  test('that is cut off anywhere is no error', () => {
    const image = withExif(format, exifOf([{ tag: 0x0112, value: 6 }]))
    for (let length = 0; length < image.length; length++) {
      expect(withoutMetadata(format, image.subarray(0, length)).bytes.length).toBeLessThanOrEqual(length)
    }
  })
})

describe('a JPEG', () => {
  test('keeps of its applications what colours need, and all from the first scan on', async () => {
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const kept = [
      segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
      segment(0xe2, 'ICC_PROFILE\0abc'),
      segment(0xee, 'Adobe\0d\x80\0\0\0\0\x01'),
    ]
    const dropped = [
      segment(0xe0, 'JFXX\0'),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0'),
      segment(0xe2, 'MPF\0'),
      segment(0xed, 'Photoshop 3.0\0'),
      segment(0xee, ''),
      segment(0xfe, 'comment'),
    ]
    const end = Buffer.concat([jpeg.subarray(scan), ...dropped])
    const head = [jpeg.subarray(0, scan), ...kept]
    const image = Buffer.concat([...head, ...dropped, Buffer.from('\xff\xff\x00rest', 'latin1'), end])
    expect(withoutMetadata('jpeg', image)).toEqual({ bytes: Buffer.concat([...head, end]), orientation: 1 })
  })

  test('has the orientation of its first EXIF', () => {
    const exif = (value: number) => segment(0xe1, `Exif\0\0${latin1(exifOf([{ tag: 0x0112, value }]))}`)
    const image = Buffer.concat([jpeg.subarray(0, 2), exif(3), exif(6), jpeg.subarray(2)])
    expect(withoutMetadata('jpeg', image).orientation).toBe(3)
    expect(withoutMetadata('jpeg', Buffer.concat([jpeg, exif(3)])).orientation).toBe(1)
  })
})

describe('a PNG', () => {
  const text = (bytes: number) =>
    chunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 65))]))
  const mark = png.subarray(0, 8)

  test('keeps pixels and transparency, and drops texts', async () => {
    const plain = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#1238' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .png({ palette: true })
      .toBuffer()
    const marked = Buffer.concat([plain.subarray(0, 33), text(9), chunk('iTXt', mark), plain.subarray(33)])
    const { bytes, orientation } = withoutMetadata('png', marked)
    expect(orientation).toBe(6)
    const dropped = ['pHYs', 'iTXt', 'tEXt', 'sBIT', 'eXIf']
    expect(types(bytes)).toEqual(types(plain).filter((type) => !dropped.includes(type)))
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(plain))
  })

  test('keeps one colour profile, and all pieces of the pixels', () => {
    const profile = chunk('iCCP', Buffer.from('a'))
    const pieces = Array.from({ length: 5_000 }, () => chunk('IDAT', Buffer.alloc(0)))
    const { bytes } = withoutMetadata('png', Buffer.concat([mark, profile, profile, ...pieces]))
    expect(types(bytes)).toEqual(['iCCP', ...pieces.map(() => 'IDAT')])
  })

  test('is upright if its EXIF comes after the pixels', () => {
    const exif = chunk('eXIf', exifOf([{ tag: 0x0112, value: 6 }]))
    const image = Buffer.concat([png.subarray(0, -12), exif, png.subarray(-12)])
    expect(withoutMetadata('png', image)).toEqual({
      bytes: withoutMetadata('png', png).bytes,
      orientation: 1,
    })
  })

  test.each([
    ['a chunk that is cut off', Buffer.concat([mark, text(99).subarray(0, 20)]), 8],
    [
      'a length beyond the file',
      Buffer.concat([mark, Buffer.from('\xff\xff\xff\xffIDAT1234', 'latin1')]),
      20,
    ],
    ['nothing behind the mark', mark, 8],
  ])('ends at %s', (_, image, length) => {
    expect(withoutMetadata('png', image).bytes).toHaveLength(length)
  })
})

describe('a WebP', () => {
  test('has no EXIF without its flag, nor inside a frame', async () => {
    const exif = riffChunk('EXIF', exifOf([{ tag: 0x0112, value: 6 }]))
    const still = extended(0, [webp.subarray(12), exif])
    const head = Buffer.alloc(16)
    head.writeUIntLE(29, 6, 3)
    head.writeUIntLE(19, 9, 3)
    const frame = riffChunk('ANMF', Buffer.concat([head, webp.subarray(12), exif]))
    const moving = extended(0x0a, [riffChunk('ANIM', Buffer.alloc(6)), frame])
    expect((await sharp(moving).metadata()).exif).toBeDefined()
    for (const image of [still, moving]) {
      const { bytes, orientation } = withoutMetadata('webp', image)
      expect(orientation).toBe(1)
      expect(await metadataOf(bytes)).toEqual({})
      expect(await pixelsOf(bytes)).toEqual(await pixelsOf(webp))
    }
  })
})

async function metadataOf(bytes: Buffer) {
  const { exif, xmp, iptc, comments, orientation } = await sharp(bytes).metadata()
  return { exif, xmp, iptc, comments, orientation }
}

function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { failOn: 'error' }).raw().toBuffer()
}

interface Entry {
  tag: number
  type?: number
  count?: number
  value?: number
}

function exifOf(entries: Entry[], order: 'II' | 'MM' = 'II'): Buffer {
  const exif = Buffer.alloc(10 + 12 * entries.length + 4)
  const view = new DataView(exif.buffer, exif.byteOffset)
  const isLittle = order === 'II'
  exif.write(order)
  view.setUint16(2, 42, isLittle)
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, entries.length, isLittle)
  for (const [i, { tag, type = 3, count = 1, value = 0 }] of entries.entries()) {
    const position = 10 + 12 * i
    view.setUint16(position, tag, isLittle)
    view.setUint16(position + 2, type, isLittle)
    view.setUint32(position + 4, count, isLittle)
    if (type === 3) view.setUint16(position + 8, value, isLittle)
    else view.setUint32(position + 8, value, isLittle)
  }
  return exif
}

/** 300 pointers to a directory with 300 pointers to one with 1,000 entries. */
function nestedDirectories(): Buffer {
  const pointers = (tag: number, value: number) =>
    Array.from({ length: 300 }, () => ({ tag, type: 4, value }))
  const size = 2 + 12 * 300 + 4
  return Buffer.concat([
    exifOf(pointers(0x8769, 8 + size)),
    exifOf(pointers(0xa005, 8 + 2 * size)).subarray(8),
    exifOf(Array.from({ length: 1_000 }, () => ({ tag: 0xeeee, type: 4 }))).subarray(8),
  ])
}

function withExif(format: ImageFormat, exif: Buffer): Buffer {
  if (format === 'webp') return extended(8, [webp.subarray(12), riffChunk('EXIF', exif)])
  const image = { jpeg, png }[format]
  const start = afterStart[format]
  const part = format === 'png' ? chunk('eXIf', exif) : segment(0xe1, `Exif\0\0${latin1(exif)}`)
  return Buffer.concat([image.subarray(0, start), part, image.subarray(start)])
}

function latin1(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function segment(marker: number, content: string): Buffer {
  const length = content.length + 2
  return Buffer.concat([
    Buffer.from([0xff, marker, length >> 8, length & 0xff]),
    Buffer.from(content, 'latin1'),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

function types(png: Buffer): string[] {
  const found = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    found.push(png.toString('latin1', at + 4, at + 8))
  return found
}

function extended(flags: number, chunks: Buffer[]): Buffer {
  const canvas = Buffer.alloc(10)
  canvas[0] = flags
  canvas.writeUIntLE(29, 4, 3)
  canvas.writeUIntLE(19, 7, 3)
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), riffChunk('VP8X', canvas), ...chunks]))
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}    `)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}
