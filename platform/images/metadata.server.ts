export type ImageFormat = 'jpeg' | 'png' | 'webp'

export interface Decodable {
  bytes: Buffer
  /** 1 to 8, as in EXIF. */
  orientation: number
}

const upright = 1
const exifMark = 'Exif\0\0'

/**
 * The orientation of an image, and its bytes without what the pixels of the first frame do not need. A decoder reads an
 * EXIF directory once for each pointer to it, and unpacks each compressed text of a PNG to up to 8 MB. It is left to the
 * decoder to refuse what is no image of this format.
 */
export function withoutMetadata(format: ImageFormat, image: Buffer): Decodable {
  return { jpeg, png, webp }[format](image)
}

/** Segments of an application that say what the colours mean, by their marker. */
const keptApplications = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
const [comment, scan, endOfImage] = [0xfe, 0xda, 0xd9]

/** Changes nothing from the first scan on: the decoder reads no metadata there. */
function jpeg(image: Buffer): Decodable {
  const bytes = Buffer.alloc(image.length)
  let length = image.copy(bytes, 0, 0, 2)
  let orientation: number | undefined
  for (let position = nextSegment(image, 2); position + 4 <= image.length; ) {
    const marker = image.readUInt8(position + 1)
    const size = image.readUInt16BE(position + 2)
    if (marker === endOfImage || size < 2) break
    const end = marker === scan ? image.length : position + 2 + size
    const content = image.subarray(position + 4, end)
    if (isKept(marker, content)) length += image.copy(bytes, length, position, end)
    if (marker === 0xe1 && startsWith(content, exifMark)) orientation ??= orientationOf(content)
    position = nextSegment(image, end)
  }
  return { bytes: bytes.subarray(0, length), orientation: orientation ?? upright }
}

/** The position of the next marker that has a length, as decoders find it. */
function nextSegment(image: Buffer, from: number): number {
  for (let position = from; position + 1 < image.length; position++) {
    const marker = image[position + 1] as number
    const hasLength = marker > 0x01 && marker < 0xff && (marker < 0xd0 || marker > 0xd7)
    if (image[position] === 0xff && hasLength) return position
  }
  return image.length
}

function isKept(marker: number, content: Buffer): boolean {
  if (marker < 0xe0 || marker > 0xef) return marker !== comment
  const mark = keptApplications.get(marker)
  return mark !== undefined && startsWith(content, mark)
}

function startsWith(content: Buffer, mark: string): boolean {
  return content.toString('latin1', 0, mark.length) === mark
}

const keptChunks = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND'].map(typeNumber)
const pixels = typeNumber('IDAT')
const exifOfPng = typeNumber('eXIf')
const pngMark = 8
/** Of a chunk: length and type before its data, a checksum behind. */
const frame = 12

function png(image: Buffer): Decodable {
  const bytes = Buffer.alloc(image.length)
  let length = image.copy(bytes, 0, 0, pngMark)
  let orientation: number | undefined
  const wanted = new Set(keptChunks)
  let position = pngMark
  while (position + frame <= image.length) {
    const end = position + frame + image.readUInt32BE(position)
    const type = image.readUInt32BE(position + 4)
    if (wanted.has(type)) length += image.copy(bytes, length, position, end)
    // Decoders read the orientation before the pixels only.
    if (type === pixels) orientation ??= upright
    else wanted.delete(type)
    if (type === exifOfPng) orientation ??= orientationOf(image.subarray(position + 8, end - 4))
    position = end
  }
  return { bytes: bytes.subarray(0, length), orientation: orientation ?? upright }
}

function typeNumber(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE(0)
}

const flagsPosition = 20
const flags = { xmp: 4, exif: 8 }

/** The decoder skips EXIF and XMP without their flags, wherever they are. */
function webp(image: Buffer): Decodable {
  if (image.toString('latin1', 12, 16) !== 'VP8X') return { bytes: image, orientation: upright }
  const bytes = Buffer.from(image)
  const given = image[flagsPosition] ?? 0
  bytes[flagsPosition] = given & ~(flags.xmp | flags.exif)
  return { bytes, orientation: given & flags.exif ? orientationOf(exifOfWebp(image)) : upright }
}

function exifOfWebp(image: Buffer): Buffer {
  let position = 12
  while (position + 8 <= image.length) {
    const end = position + 8 + image.readUInt32LE(position + 4)
    if (image.toString('latin1', position, position + 4) === 'EXIF') return image.subarray(position + 8, end)
    position = end + (end % 2)
  }
  return Buffer.alloc(0)
}

const directoryEntry = 12
const orientationTag = 0x0112
const short = 3

/** Reads the first directory only, and as browsers do, only a single value of 16 bits. */
function orientationOf(exif: Buffer): number {
  const tiff = startsWith(exif, exifMark) ? exif.subarray(exifMark.length) : exif
  const isLittle = startsWith(tiff, 'II*\0')
  if (!isLittle && !startsWith(tiff, 'MM\0*')) return upright
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const has = (position: number, size: number) => position + size <= tiff.length
  const directory = has(4, 4) ? view.getUint32(4, isLittle) : 0
  const entries = has(directory, 2) ? view.getUint16(directory, isLittle) : 0
  for (let entry = 0; entry < entries; entry++) {
    const position = directory + 2 + entry * directoryEntry
    if (!has(position, directoryEntry)) break
    if (view.getUint16(position, isLittle) !== orientationTag) continue
    const isSingle =
      view.getUint16(position + 2, isLittle) === short && view.getUint32(position + 4, isLittle) === 1
    const value = view.getUint16(position + 8, isLittle)
    return isSingle && value >= 1 && value <= 8 ? value : upright
  }
  return upright
}
