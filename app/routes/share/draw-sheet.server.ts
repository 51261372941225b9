import { buffer } from 'node:stream/consumers'
import { openImage } from '#domain/media/files.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Drawing } from '#platform/pictures/drawn-images.server.ts'
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

/** The sheet as a PNG of 1200 x 630 pixels; incomplete where the file of its image is missing. */
export async function drawSheet(sheet: Sheet, files: FileStore): Promise<Drawing> {
  const faces = await typefaces()
  const edges = sheet.is === 'person' ? PERSON_PICTURE : WORK_PICTURE
  const { address, complete } = await pictureFor(sheet.picture, edges, files)
  const drawing = sheet.is === 'person' ? drawPerson(sheet, address, faces) : drawWork(sheet, address, faces)
  return { png: await paint(drawing), complete }
}

async function pictureFor(
  { imageId, width, drawing }: Inlaid,
  edges: Edges,
  files: FileStore,
): Promise<{ address: string; complete: boolean }> {
  const stored = imageId ? await openImage(files, imageId, width) : null
  const bytes = stored ? await buffer(stored.stream) : Buffer.from(drawings[`/public${drawing}`] ?? blank)
  return { address: await inlay(bytes, edges), complete: stored !== null || imageId === null }
}

const blank = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
