import { type FileHandle, open } from 'node:fs/promises'

export interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp'
  /** In pixels, before any rotation by metadata. */
  width: number
  height: number
  /** The cost of decoding a pixel, relative to the slowest ordinary images. */
  costPerPixel: number
  /** Whether it may be transparent, which takes long to encode. */
  mayHaveAlpha: boolean
}

export type ImageSource = string | Uint8Array

type Read = (position: number, length: number) => Promise<Buffer>

// Segments of a JPEG; each costs two small reads.
const maxSegments = 2_000
const maxScans = 100
const maxComponents = 4
/** Scans of a progressive JPEG as libjpeg writes it, one for each component that a scan contains. */
const usualComponentScans = 14
/** The cost of converting the colours of a pixel. */
const conversionOfCmyk = 2
const maxRead = 64 * 1024
/** Of a WebP; an animation has one for each frame. */
const maxRiffChunks = 2_000

/**
 * Format, size and cost of decoding, read without a decoder. Null unless it is a PNG, a WebP or a baseline or
 * progressive JPEG with Huffman coding. All segments of a JPEG are read, since each scan costs a pass over the pixels,
 * and all chunks of a WebP, since many frames cost time.
 */
export async function readImageHeader(source: ImageSource): Promise<ImageHeader | null> {
  if (typeof source !== 'string') {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    return headerOf(async (position, length) => bytes.subarray(position, position + length))
  }
  const file = await open(source, 'r')
  try {
    return await headerOf(inBlocks(file))
  } finally {
    await file.close()
  }
}

/** Reads a block at a time: thousands of small segments next to each other would cost a read each. */
function inBlocks(file: FileHandle): Read {
  let block = Buffer.alloc(0)
  let begin = 0
  return async (position, length) => {
    if (position < begin || position + length > begin + block.length) {
      const size = Math.max(length, maxRead)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position)
      block = buffer.subarray(0, bytesRead)
      begin = position
    }
    return block.subarray(position - begin, position - begin + length)
  }
}

async function headerOf(read: Read): Promise<ImageHeader | null> {
  const start = await read(0, 32)
  const mark = start.toString('latin1', 0, 12)
  if (mark.startsWith('\xff\xd8\xff')) return jpeg(read)
  if (mark.startsWith('\x89PNG\r\n\x1a\n')) return png(start)
  return /^RIFF.{4}WEBP$/s.test(mark) ? webp(read, start) : null
}

function png(start: Buffer): ImageHeader | null {
  if (start.length < 29 || start.toString('latin1', 12, 16) !== 'IHDR') return null
  const [is16Bit, isInterlaced] = [start[24] === 16, start[28] !== 0]
  const costPerPixel = (is16Bit ? 2 : 1) * (isInterlaced ? 2 : 1)
  const [width, height] = [start.readUInt32BE(16), start.readUInt32BE(20)]
  return { format: 'png', width, height, costPerPixel, mayHaveAlpha: !opaquePngs.includes(start[25] ?? 0) }
}

/** The decoder looks for each frame of an animation from the first one on, so their number counts squared. */
async function hasFewRiffChunks(read: Read): Promise<boolean> {
  let position = 12
  for (let chunk = 0; chunk < maxRiffChunks; chunk++) {
    const head = await read(position, 8)
    if (head.length < 8) return true
    const length = head.readUInt32LE(4)
    position += 8 + length + (length % 2)
  }
  return false
}

/** Color types without alpha: grey and RGB. A palette may have it in a further chunk. */
const opaquePngs = [0, 2]

async function webp(read: Read, start: Buffer): Promise<ImageHeader | null> {
  if (start.length < 30 || !(await hasFewRiffChunks(read))) return null
  const sized = (width: number, height: number, mayHaveAlpha: boolean): ImageHeader => ({
    format: 'webp',
    width,
    height,
    costPerPixel: 1,
    mayHaveAlpha,
  })
  switch (start.toString('latin1', 12, 16)) {
    case 'VP8X':
      return sized(start.readUIntLE(24, 3) + 1, start.readUIntLE(27, 3) + 1, ((start[20] ?? 0) & 0x10) !== 0)
    case 'VP8L': {
      const bits = start.readUInt32LE(21)
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, ((bits >>> 28) & 1) !== 0)
    }
    case 'VP8 ':
      return sized(start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff, false)
    default:
      return null
  }
}

async function jpeg(read: Read): Promise<ImageHeader | null> {
  let frame: ImageHeader | null = null
  let scans = 0
  let componentScans = 0
  let conversion = 0
  let position: number | null = 2
  for (let segment = 0; segment < maxSegments; segment++) {
    position = await nextMarker(read, position)
    const bytes: Buffer = position === null ? Buffer.alloc(0) : await read(position, 10)
    const marker = bytes[1] ?? 0
    if (position === null || marker === 0xd9 || bytes.length < 4) {
      const costPerPixel = Math.max(1, componentScans / usualComponentScans + conversion)
      return frame && { ...frame, costPerPixel }
    }
    const length = bytes.readUInt16BE(2)
    if (marker === 0xd8 || length < 2) return null
    if (isFrame(marker)) {
      if (frame || !isSupportedFrame(marker, bytes)) return null
      conversion = bytes[9] === 4 ? conversionOfCmyk : 0
      frame = {
        format: 'jpeg',
        width: bytes.readUInt16BE(7),
        height: bytes.readUInt16BE(5),
        costPerPixel: 1,
        mayHaveAlpha: false,
      }
    } else if (marker === 0xda) {
      const components = bytes[4] ?? 0
      if (!frame || components > maxComponents || ++scans > maxScans) return null
      componentScans += components
    }
    position += 2 + length
  }
  return null
}

/** Skips compressed data, restart markers and fill bytes, as decoders do; null at the end of the file. */
async function nextMarker(read: Read, from: number): Promise<number | null> {
  let position = from
  let previous = 0
  for (let length = 64; ; length = Math.min(length * 4, maxRead)) {
    const bytes = await read(position, length)
    if (bytes.length === 0) return null
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (previous === 0xff && isSegment(byte)) return position + i - 1
      previous = byte
    }
    position += bytes.length
  }
}

/** False for stuffed and fill bytes, and for markers without a length that occur anywhere. */
function isSegment(byte: number): boolean {
  return byte > 0x01 && byte < 0xff && (byte < 0xd0 || byte > 0xd7)
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Neither lossless, hierarchical nor with arithmetic coding, which takes ten times as long. */
function isSupportedFrame(marker: number, bytes: Buffer): boolean {
  return marker <= 0xc2 && bytes.length === 10 && (bytes[9] as number) <= maxComponents
}
