/** Stored widths in pixels, ascending. */
export const pageWidths = [160, 320, 480, 720, 960, 1600] as const
/** Every image has its sizes up to this one, however narrow it is. */
export const previewWidth = 480
export const avatarWidths = [96, 192, 384] as const
export const logoWidths = [96, 192] as const

/** Width and height are those of the largest size. */
export interface StoredImage {
  id: string
  width: number
  height: number
  widths: readonly number[]
  /** Its average, as #rrggbb; null if it is transparent or not known. */
  color: string | null
}

export function imageUrl(imageId: string, width: number): string {
  return `/media/${imageId}/${width}.webp`
}

export function previewUrl(imageId: string): string {
  return imageUrl(imageId, previewWidth)
}

interface ImageSources {
  src: string
  srcSet: string
  width: number
  height: number
}

/** The files of a stored image with their sizes in pixels, ascending. */
export function imageVariants(image: StoredImage): { url: string; width: number; height: number }[] {
  return usefulWidths(image).map((file) => {
    const width = Math.min(file, image.width)
    return {
      url: imageUrl(image.id, file),
      width,
      height: Math.max(1, Math.round((width * image.height) / image.width)),
    }
  })
}

function usefulWidths({ widths, width }: StoredImage): number[] {
  return widths.filter((_, i) => i === 0 || (widths[i - 1] ?? 0) < width)
}

/** The attributes of an <img> for a stored image, without alt and sizes. */
export function imageSources(image: StoredImage): ImageSources {
  const useful = usefulWidths(image)
  const srcSet = useful.map((width) => `${imageUrl(image.id, width)} ${Math.min(width, image.width)}w`)
  const middle = useful.find((width) => width >= 960) ?? useful.at(-1) ?? image.width
  return {
    src: imageUrl(image.id, middle),
    srcSet: srcSet.join(', '),
    width: image.width,
    height: image.height,
  }
}

/** The attributes of an avatar's <img>, from a member's photo_url: a preset's file or an uploaded image. */
export function avatarSources(photoUrl: string): { src: string; srcSet?: string } {
  if (!photoUrl.startsWith('/media/')) return { src: photoUrl }
  const sizes = avatarWidths.map((width) => `${photoUrl}/${width}.webp ${width}w`)
  return { src: `${photoUrl}/${avatarWidths[1]}.webp`, srcSet: sizes.join(', ') }
}
