import sharp, { type Metadata, type Sharp } from 'sharp'

export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/**
 * The pixels of an image in 8-bit sRGB, as browsers show it. `open` makes the pipeline that decodes and resizes it.
 */
export async function srgbPixels(
  { space, depth, hasProfile, icc }: Metadata,
  open: () => Sharp,
): Promise<Pixels> {
  if (space === 'cmyk') {
    const cmyk = open().pipelineColourspace('cmyk')
    const isDescribed = icc?.toString('latin1', 16, 20) === 'CMYK'
    return isDescribed ? rawOf(cmyk.toColourspace('srgb')) : fromCmyk(await rawOf(cmyk.toColourspace('cmyk')))
  }
  // Profiles of 16-bit images are applied to 8 bits only.
  if (depth === 'ushort' && hasProfile) {
    const shallow = open()
      .keepIccProfile()
      .toColourspace(space === 'grey16' ? 'b-w' : 'srgb')
    return rawOf(sharp(await shallow.png({ compressionLevel: 0 }).toBuffer()))
  }
  return rawOf(open())
}

export async function rawOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Without a profile: each ink takes its share of the light. */
function fromCmyk({ data, width, height }: Pixels): Pixels {
  const rgb = Buffer.alloc(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const left = 255 - (data[from + 3] as number)
    for (let ink = 0; ink < 3; ink++)
      rgb[to++] = Math.round(((255 - (data[from + ink] as number)) * left) / 255)
  }
  return { data: rgb, width, height, channels: 3 }
}
