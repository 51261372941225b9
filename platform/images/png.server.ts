/** What a decoder needs for the pixels of the first frame, and the orientation. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf', 'IDAT', 'IEND']
const repeated = 'IDAT'
const mark = 8
/** Of a chunk: length and type before its data, a checksum behind. */
const frame = 12

/**
 * The bytes of a PNG without its texts and further frames. A decoder unpacks each compressed text to up to 8 MB and keeps
 * all of them. What is no chunk is left to the decoder to refuse.
 */
export function withoutTexts(png: Buffer): Buffer {
  const result = Buffer.alloc(png.length)
  let length = png.copy(result, 0, 0, mark)
  const wanted = new Set(kept.map(typeNumber))
  let position = mark
  while (position + frame <= png.length) {
    const end = position + frame + png.readUInt32BE(position)
    const type = png.readUInt32BE(position + 4)
    if (wanted.has(type)) length += png.copy(result, length, position, end)
    if (type !== typeNumber(repeated)) wanted.delete(type)
    position = end
  }
  return result.subarray(0, length)
}

function typeNumber(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE(0)
}
