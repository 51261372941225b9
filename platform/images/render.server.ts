import sharp from 'sharp'

interface Dimensions {
  width: number
  height: number
  /** 'inside' keeps the proportions. */
  fit?: 'cover' | 'inside'
}

// Stored images are smaller than this. A larger input would only cost CPU time.
const maxInputPixels = 16_000_000

/** A data URL of the image, cropped to `dimensions` or inside them, to embed in an SVG drawing. */
export async function embedImage(
  bytes: Uint8Array,
  { width, height, fit = 'cover' }: Dimensions,
): Promise<string> {
  const jpeg = await sharp(bytes, { limitInputPixels: maxInputPixels })
    .resize(width, height, { fit, position: 'centre' })
    .flatten({ background: '#0a0d13' })
    .jpeg({ quality: 90 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** Renders an opaque SVG drawing. It must hold no text elements: those depend on the fonts of the machine. */
export function renderPng(drawing: string): Promise<Buffer> {
  return sharp(Buffer.from(drawing))
    .removeAlpha()
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer()
}
