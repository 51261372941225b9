import sharp from 'sharp'

export interface Edges {
  width: number
  height: number
}

// A picture of the dojo's own is never larger than this; what is would only burn the processor.
const mostPixels = 16_000_000
const secondsToPaint = 10

/** A picture that fills `edges`, as an address that an SVG drawing can carry in itself. */
export async function inlay(bytes: Uint8Array, { width, height }: Edges): Promise<string> {
  const jpeg = await sharp(bytes, { limitInputPixels: mostPixels })
    .resize(width, height, { fit: 'cover', position: 'centre' })
    .flatten({ background: '#0a0d13' })
    .jpeg({ quality: 90 })
    .timeout({ seconds: secondsToPaint })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** An SVG drawing without gaps as PNG. No text elements: their looks would depend on the machine's fonts. */
export function paint(drawing: string): Promise<Buffer> {
  return sharp(Buffer.from(drawing))
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .timeout({ seconds: secondsToPaint })
    .toBuffer()
}
