import { randomFillSync } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

/** Two images near the upload limit of 10 MB: a photograph of 24 megapixels and a drawing. */
export async function largeImages(): Promise<{ name: string; bytes: Buffer }[]> {
  const photo = grain(6000, 4000, 52)
  const drawing = grain(2000, 1500, 160)
  return [
    { name: 'JPEG of 24 megapixels', bytes: await photo.jpeg({ quality: 90 }).toBuffer() },
    { name: 'PNG of 3 megapixels', bytes: await drawing.png({ compressionLevel: 1 }).toBuffer() },
  ]
}

/** Noise, which no format compresses well. */
function grain(width: number, height: number, strength: number): Sharp {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3))
  for (let i = 0; i < pixels.length; i++) pixels[i] = 110 + (((pixels[i] ?? 0) * strength) >> 8)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
