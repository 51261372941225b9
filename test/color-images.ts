import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Side by side in the files of `colorImages`, 16 pixels each. */
export const patches = [
  [230, 30, 30],
  [30, 180, 30],
  [30, 60, 220],
  [128, 128, 128],
  [250, 200, 40],
  [200, 60, 180],
  [20, 20, 20],
  [240, 240, 240],
] as const

export const size = { width: 16 * patches.length, height: 16 }

const displayP3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]

/** Files with the same samples that carry their color in the ways of JPEG, PNG and WebP. */
export async function colorImages(): Promise<Record<string, Buffer>> {
  const row = Buffer.from(patches.flatMap((patch) => Array.from({ length: 16 }, () => patch).flat()))
  const rgb = sharp(Buffer.concat(Array.from({ length: 16 }, () => row)), { raw: { ...size, channels: 3 } })
  const png = bare(await rgb.clone().png().toBuffer())
  const deep = bare(await rgb.clone().toColourspace('rgb16').png().toBuffer())
  const gray = bare(await rgb.clone().toColourspace('b-w').png().toBuffer())
  const deepGray = bare(await rgb.clone().toColourspace('grey16').png().toBuffer())
  const palette = bare(await rgb.clone().png({ palette: true }).toBuffer())
  const clear = bare(await rgb.clone().ensureAlpha(0.5).png().toBuffer())
  const p3Webp = await rgb.clone().withIccProfile('p3').webp({ lossless: true }).toBuffer()
  const p3 = (await sharp(p3Webp).metadata()).icc as Buffer
  const exact = { quality: 100, chromaSubsampling: '4:4:4' }
  const jpeg = await rgb.clone().jpeg(exact).toBuffer()
  const grayJpeg = await rgb.clone().toColourspace('b-w').jpeg(exact).toBuffer()
  const printed = await rgb.clone().toColourspace('cmyk').withIccProfile('cmyk').jpeg(exact).toBuffer()
  const inks = withSegments(printed, (type) => type !== 0xe2)
  return {
    PNG: png,
    'PNG, sRGB': withChunks(png, chunk('sRGB', [0])),
    'PNG, gAMA 0.45455': withChunks(png, gamma(0.45455)),
    'PNG, cHRM alone': withChunks(png, primaries(displayP3)),
    'PNG, sRGB before gAMA': withChunks(png, chunk('sRGB', [0]), gamma(1)),
    'PNG, damaged gAMA': withChunks(png, damaged(gamma(1))),
    'PNG, iCCP of Display P3': withChunks(png, profile(p3)),
    'PNG, iCCP before gAMA': withChunks(png, profile(p3), gamma(1)),
    'PNG, broken iCCP': withChunks(png, profile(Buffer.from('no profile'))),
    'PNG, iCCP of gray': withChunks(png, profile(grayProfile(1))),
    '16-bit PNG': deep,
    '16-bit PNG, iCCP': withChunks(deep, profile(p3)),
    'gray PNG': gray,
    'gray PNG, iCCP': withChunks(gray, profile(grayProfile(1))),
    'gray PNG, iCCP of RGB': withChunks(gray, profile(p3)),
    'gray 16-bit PNG, iCCP': withChunks(deepGray, profile(grayProfile(1))),
    'PNG with palette, iCCP': withChunks(palette, profile(p3)),
    'transparent PNG, iCCP': withChunks(clear, profile(p3)),
    JPEG: jpeg,
    'JPEG, Display P3': withProfile(jpeg, p3),
    'JPEG, profile of gray': withProfile(jpeg, grayProfile(1)),
    'gray JPEG, profile': withProfile(grayJpeg, grayProfile(1.8)),
    'CMYK JPEG': inks,
    'CMYK JPEG, profile of RGB': withProfile(inks, p3),
    'CMYK JPEG without the marker of Adobe': withSegments(inks, (type) => type !== 0xee),
    'YCCK JPEG': withSegments(inks, (type, segment) => {
      if (type === 0xee) segment[15] = 2
      return true
    }),
    'CMYK JPEG, profile': printed,
    'CMYK JPEG of a camera': readFileSync(new URL('images/cmyk.jpg', import.meta.url)),
    'WebP, Display P3': p3Webp,
  }
}

function chunk(type: string, data: Uint8Array | number[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Uint8Array.from(data)])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

/** With another checksum. */
function damaged(chunk: Buffer): Buffer {
  return Buffer.concat([chunk.subarray(0, -1), Buffer.from([(chunk.at(-1) ?? 0) ^ 1])])
}

function gamma(value: number): Buffer {
  return chunk('gAMA', fractions([value]))
}

function primaries(points: readonly number[]): Buffer {
  return chunk('cHRM', fractions(points))
}

function profile(icc: Buffer): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(icc)]))
}

function fractions(values: readonly number[]): Buffer {
  return numbers(...values.map((value) => Math.round(value * 100_000)))
}

function numbers(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, 4 * at)
  return buffer
}

/** A PNG with the chunks that every PNG has. */
function bare(png: Buffer): Buffer {
  const parts = [png.subarray(0, 8)]
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)) parts.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const afterHeader = 33
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

/** The JPEG with the segments before its picture that `keep` chooses. */
function withSegments(jpeg: Buffer, keep: (type: number, segment: Buffer) => boolean): Buffer {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at + 1] !== 0xda) {
    const segment = Buffer.from(jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2)))
    if (keep(segment[1] as number, segment)) parts.push(segment)
    at += segment.length
  }
  return Buffer.concat([...parts, jpeg.subarray(at)])
}

function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe2]), length, content, jpeg.subarray(2)])
}

/** A profile of gray whose light is the sample to the power of `exponent`. */
function grayProfile(exponent: number): Buffer {
  const curve = Buffer.from([
    ...Buffer.from('curv'),
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    Math.floor(exponent),
    (exponent % 1) * 256,
  ])
  const tags: [string, Buffer][] = [
    ['wtpt', Buffer.concat([Buffer.from('XYZ \0\0\0\0'), d50])],
    ['kTRC', Buffer.concat([curve, Buffer.alloc(2)])],
  ]
  const table = tags.map(([name, data], at) => {
    const start = 132 + 12 * tags.length + (at === 0 ? 0 : (tags[0]?.[1].length ?? 0))
    return Buffer.concat([Buffer.from(name), numbers(start, data.length)])
  })
  const content = Buffer.concat([numbers(tags.length), ...table, ...tags.map(([, data]) => data)])
  const header = Buffer.alloc(128)
  header.writeUInt32BE(128 + content.length)
  header.writeUInt32BE(0x02400000, 8)
  header.write('mntrGRAYXYZ ', 12)
  header.write('acsp', 36)
  d50.copy(header, 68)
  return Buffer.concat([header, content])
}

const d50 = numbers(...[0.9642, 1, 0.8249].map((value) => Math.round(value * 65_536)))
