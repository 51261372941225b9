import sharp from 'sharp'

/** A WebP of two pictures. */
export async function animation(): Promise<File> {
  const pictures = ['#c33', '#33c'].map((background) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const bytes = await sharp(await Promise.all(pictures), { join: { animated: true } })
    .webp()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'spin.webp', { type: 'image/webp' })
}
