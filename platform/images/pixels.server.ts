import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { pngColor, toSrgb } from './png-color.server.ts'

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/**
 * The pixels of an image in 8-bit sRGB, as browsers show it. `open` makes the pipeline that decodes and resizes it, with
 * further options of its input.
 */
export async function srgbPixels(
  bytes: Uint8Array,
  { format, space, depth, hasProfile, icc }: Metadata,
  open: (options?: SharpOptions) => Sharp,
): Promise<Pixels> {
  if (space === 'cmyk') {
    const cmyk = open().pipelineColourspace('cmyk')
    const isDescribed = icc?.toString('latin1', 16, 20) === 'CMYK'
    return isDescribed ? rawOf(cmyk.toColourspace('srgb')) : fromCmyk(await rawOf(cmyk.toColourspace('cmyk')))
  }
  const isDeep = depth === 'ushort'
  const color = format === 'png' ? pngColor(bytes) : null
  if (color) {
    const samples = open({ ignoreIcc: true }).toColourspace(isDeep ? 'rgb16' : 'srgb')
    const { data, ...size } = await rawOf(samples, isDeep ? 'ushort' : 'uchar')
    const values = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
    return { ...size, data: toSrgb(values, size.channels, color) }
  }
  // Profiles of 16-bit images are applied to 8 bits only.
  if (isDeep && hasProfile) {
    const shallow = open()
      .keepIccProfile()
      .toColourspace(space === 'grey16' ? 'b-w' : 'srgb')
    return rawOf(sharp(await shallow.png({ compressionLevel: 0 }).toBuffer()))
  }
  return rawOf(open())
}

async function rawOf(image: Sharp, depth: 'uchar' | 'ushort' = 'uchar'): Promise<Pixels> {
  const { data, info } = await image.raw({ depth }).toBuffer({ resolveWithObject: true })
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
