import { buffer } from 'node:stream/consumers'
import { openImage } from '#domain/media/files.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { ImageProcess } from '#platform/images/image-process.server.ts'
import type { RenderedImage } from '#platform/images/rendered-images.server.ts'
import { drawProfile, drawWork, PROFILE_IMAGE, WORK_IMAGE } from './draw.ts'
import { shareFonts } from './fonts.server.ts'
import type { EmbeddedImage, Layout } from './layout.ts'

const drawings = import.meta.glob<string>(['/public/avatars/*.svg', '/public/pictures/default-*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const blank = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

/** Renders a share image as PNG. The result is incomplete if the uploaded image's file is missing. */
export async function renderShareImage(
  layout: Layout,
  files: FileStore,
  imageProcess: ImageProcess,
): Promise<RenderedImage> {
  const fonts = await shareFonts()
  const dimensions = layout.kind === 'profile' ? PROFILE_IMAGE : WORK_IMAGE
  const { bytes, complete } = await loadImage(layout.image, files)
  const url = await imageProcess.run('embedImage', bytes, dimensions)
  const drawing = layout.kind === 'profile' ? drawProfile(layout, url, fonts) : drawWork(layout, url, fonts)
  return { png: await imageProcess.run('renderPng', drawing), complete }
}

async function loadImage(
  { imageId, width, drawing }: EmbeddedImage,
  files: FileStore,
): Promise<{ bytes: Buffer; complete: boolean }> {
  const stored = imageId ? await openImage(files, imageId, width) : null
  const bytes = stored ? await buffer(stored.stream) : Buffer.from(drawings[`/public${drawing}`] ?? blank)
  return { bytes, complete: stored !== null || imageId === null }
}
