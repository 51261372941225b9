import { buffer } from 'node:stream/consumers'
import { openImage } from '#domain/media/files.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type Edges, inlay, paint } from '#platform/pictures/paint.server.ts'
import { drawPerson, PERSON_PICTURE } from './draw-person.ts'
import { drawWork, WORK_PICTURE } from './draw-work.ts'
import type { Inlaid, Sheet } from './sheet.ts'
import { typefaces } from './typefaces.server.ts'

const drawings = import.meta.glob<string>(['/public/avatars/*.svg', '/public/pictures/default-*.svg'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The sheet as a PNG of 1200 x 630 pixels. */
export async function drawSheet(sheet: Sheet, files: FileStore): Promise<Buffer> {
  const faces = await typefaces()
  if (sheet.is === 'person') {
    return paint(drawPerson(sheet, await pictureFor(sheet.picture, PERSON_PICTURE, files), faces))
  }
  return paint(drawWork(sheet, await pictureFor(sheet.picture, WORK_PICTURE, files), faces))
}

async function pictureFor(
  { imageId, width, drawing }: Inlaid,
  edges: Edges,
  files: FileStore,
): Promise<string> {
  const stored = imageId ? await openImage(files, imageId, width) : null
  return inlay(
    stored ? await buffer(stored.stream) : Buffer.from(drawings[`/public${drawing}`] ?? blank),
    edges,
  )
}

const blank = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
