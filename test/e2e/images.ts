import sharp from 'sharp'

export interface FileInput {
  name: string
  mimeType: string
  buffer: Buffer
}

/** `photo` writes this text into the EXIF data. */
export const hiddenText = 'Under the third bridge'

const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200">
  <rect width="1800" height="1200" fill="#131a25"/><circle cx="1300" cy="380" r="190" fill="#e8492c"/>
  <path d="M0 900 400 620 800 860 1200 560 1800 940V1200H0Z" fill="#263143"/></svg>`

/** A JPEG with EXIF data, among it a GPS position. */
export async function photo(): Promise<FileInput> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 26/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 39/1',
  }
  const buffer = await sharp(Buffer.from(scene))
    .withExif({ IFD0: { ImageDescription: hiddenText }, IFD3: place })
    .jpeg()
    .toBuffer()
  return { name: 'lantern.jpg', mimeType: 'image/jpeg', buffer }
}

export async function drawing(colour = '#9a7412'): Promise<FileInput> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name: 'drawing.png', mimeType: 'image/png', buffer }
}

/** Files that a submission may not have, with the expected error messages. */
export async function badFiles(): Promise<(FileInput & { label: string; error: string })[]> {
  const wrongType = 'Please upload a valid image file (JPEG, PNG, or WEBP)'
  const png = (await drawing()).buffer
  const padded = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)])
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  return [
    {
      label: 'an SVG named .png',
      name: 'sly.png',
      mimeType: 'image/png',
      buffer: Buffer.from(scene),
      error: wrongType,
    },
    {
      label: 'half a PNG',
      name: 'half.png',
      mimeType: 'image/png',
      buffer: png.subarray(0, png.length / 2),
      error: `${wrongType}. This file is damaged or incomplete.`,
    },
    {
      label: 'a GIF',
      name: 'loop.gif',
      mimeType: 'image/gif',
      buffer: gif,
      error: `${wrongType}. This is a file of the type GIF: please save it as JPEG.`,
    },
    {
      label: 'an empty file',
      name: 'empty.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(0),
      error: wrongType,
    },
    {
      label: 'a file of 10 MB',
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: padded,
      error: 'Please upload an image smaller than 10MB',
    },
  ]
}
