import sharp from 'sharp'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Written into the picture's hidden data by `photo`, as a camera writes where it was. */
export const hiddenPlace = 'Under the third bridge'

const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200">
  <rect width="1800" height="1200" fill="#131a25"/><circle cx="1300" cy="380" r="190" fill="#e8492c"/>
  <path d="M0 900 400 620 800 860 1200 560 1800 940V1200H0Z" fill="#263143"/></svg>`

/** A photograph as a telephone makes it, with the place where it was taken. */
export async function photo(): Promise<ChosenFile> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 26/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '0/1 7/1 39/1',
  }
  const buffer = await sharp(Buffer.from(scene))
    .withExif({ IFD0: { ImageDescription: hiddenPlace }, IFD3: place })
    .jpeg()
    .toBuffer()
  return { name: 'lantern.jpg', mimeType: 'image/jpeg', buffer }
}

export async function drawing(colour = '#9a7412'): Promise<ChosenFile> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return { name: 'drawing.png', mimeType: 'image/png', buffer }
}

/** Files that no entry may have, with the words that refuse them. */
export async function badFiles(): Promise<(ChosenFile & { is: string; refusal: string })[]> {
  const wrongType = 'Please upload a valid image file (JPEG, PNG, or WEBP)'
  const png = (await drawing()).buffer
  const padded = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024 - png.length)])
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  return [
    {
      is: 'an SVG named .png',
      name: 'sly.png',
      mimeType: 'image/png',
      buffer: Buffer.from(scene),
      refusal: wrongType,
    },
    { is: 'a GIF', name: 'loop.gif', mimeType: 'image/gif', buffer: gif, refusal: wrongType },
    {
      is: 'an empty file',
      name: 'empty.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(0),
      refusal: wrongType,
    },
    {
      is: 'a file of 10 MB',
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: padded,
      refusal: 'Please upload an image smaller than 10MB',
    },
  ]
}
