const mostPixels = 1_024

/** The photo upright in fewer pixels, as WebP where the browser writes it, else as PNG; a JPEG stays a JPEG. */
export async function smallerPhoto(file: File, isJpeg: boolean): Promise<File> {
  const photo = await createImageBitmap(file)
  const scale = Math.min(1, mostPixels / Math.min(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(photo.width * scale)
  canvas.height = Math.round(photo.height * scale)
  canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  const type = isJpeg ? 'image/jpeg' : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('the photo cannot be drawn')
  return new File([blob], file.name, { type: blob.type })
}
