import { open } from 'node:fs/promises'

export interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp'
  /** In pixels, before any rotation by metadata. */
  width: number
  height: number
}

export type ImageSource = string | Uint8Array

type Read = (position: number, length: number) => Promise<Buffer>

// A JPEG's size may follow any number of metadata segments; each costs one small read.
const maxSegments = 2_000

/** Format and size from the first bytes, read without a decoder; null unless JPEG, PNG or WebP. */
export async function readImageHeader(source: ImageSource): Promise<ImageHeader | null> {
  if (typeof source !== 'string') {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    return headerOf(async (position, length) => bytes.subarray(position, position + length))
  }
  const file = await open(source, 'r')
  try {
    return await headerOf(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

async function headerOf(read: Read): Promise<ImageHeader | null> {
  const start = await read(0, 32)
  const mark = start.toString('latin1', 0, 12)
  if (mark.startsWith('\xff\xd8\xff')) return jpeg(read)
  if (mark.startsWith('\x89PNG\r\n\x1a\n')) return png(start)
  return /^RIFF.{4}WEBP$/s.test(mark) ? webp(start) : null
}

function png(start: Buffer): ImageHeader | null {
  if (start.length < 24 || start.toString('latin1', 12, 16) !== 'IHDR') return null
  return { format: 'png', width: start.readUInt32BE(16), height: start.readUInt32BE(20) }
}

function webp(start: Buffer): ImageHeader | null {
  if (start.length < 30) return null
  const sized = (width: number, height: number): ImageHeader => ({ format: 'webp', width, height })
  switch (start.toString('latin1', 12, 16)) {
    case 'VP8X':
      return sized(start.readUIntLE(24, 3) + 1, start.readUIntLE(27, 3) + 1)
    case 'VP8L': {
      const bits = start.readUInt32LE(21)
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8 ':
      return sized(start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff)
    default:
      return null
  }
}

async function jpeg(read: Read): Promise<ImageHeader | null> {
  let position = 2
  for (let segment = 0; segment < maxSegments; segment++) {
    const bytes = await read(position, 9)
    const marker = bytes[1] ?? 0
    if (bytes.length < 4 || bytes[0] !== 0xff) return null
    // Fill bytes before a marker, and markers without a length.
    if (marker === 0xff) position += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) position += 2
    else if (isFrame(marker)) {
      if (bytes.length < 9) return null
      return { format: 'jpeg', width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) }
    } else if (marker === 0xd9 || marker === 0xda) return null
    else position += 2 + bytes.readUInt16BE(2)
  }
  return null
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
