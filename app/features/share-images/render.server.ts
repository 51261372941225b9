import { openImage } from '#domain/media/files.server.ts'
import { type FileStore, readWhole } from '#platform/files/file-store.ts'
import type { ImageProcess } from '#platform/images/image-process.server.ts'
import type { RenderedImage } from '#platform/images/rendered-images.server.ts'
import { drawProfile, drawResult, drawWork, PROFILE_IMAGE, WHOLE_IMAGE, WORK_IMAGE } from './draw.ts'
import { drawRankStory, drawStory, RANK_IMAGE, STORY_IMAGE } from './draw-story.ts'
import { type ShareFonts, shareFonts } from './fonts.server.ts'
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
  const fonts = await shareFonts(textsOf(layout))
  const { bytes, complete } = await loadImage(layout.image, files)
  const url = await imageProcess.run('embedImage', bytes, sizeOf(layout))
  return { png: await imageProcess.run('renderPng', draw(layout, url, fonts)), complete }
}

/** All strings of a layout: those that are no texts need no other fonts. */
function textsOf(layout: unknown): string[] {
  if (typeof layout === 'string') return [layout]
  return layout && typeof layout === 'object' ? Object.values(layout).flatMap(textsOf) : []
}

function sizeOf({ kind, image }: Layout) {
  const isBesideText = kind === 'work' || kind === 'result'
  return isBesideText && image.ground ? ({ ...WHOLE_IMAGE, fit: 'inside' } as const) : IMAGES[kind]
}

const IMAGES = {
  work: WORK_IMAGE,
  result: WORK_IMAGE,
  profile: PROFILE_IMAGE,
  story: { ...STORY_IMAGE, fit: 'inside' },
  'rank story': RANK_IMAGE,
} as const

function draw(layout: Layout, imageUrl: string, fonts: ShareFonts): string {
  switch (layout.kind) {
    case 'profile':
      return drawProfile(layout, imageUrl, fonts)
    case 'result':
      return drawResult(layout, imageUrl, fonts)
    case 'work':
      return drawWork(layout, imageUrl, fonts)
    case 'story':
      return drawStory(layout, imageUrl, fonts)
    case 'rank story':
      return drawRankStory(layout, imageUrl, fonts)
  }
}

async function loadImage(
  { imageId, width, drawing }: EmbeddedImage,
  files: FileStore,
): Promise<{ bytes: Buffer; complete: boolean }> {
  const stored = imageId ? await openImage(files, imageId, width) : null
  const bytes = stored ? await readWhole(stored) : Buffer.from(drawings[`/public${drawing}`] ?? blank)
  return { bytes, complete: stored !== null || imageId === null }
}
