import type { FileStore, StoredFile } from '#platform/files/file-store.ts'
import { isId } from '#platform/id.server.ts'
import { imageRules } from './rules.ts'

export const imagesFolder = 'images'

const knownWidths = new Set(Object.values(imageRules).flatMap(({ widths }) => widths))

export function imageFolder(id: string): string {
  return `${imagesFolder}/${id}`
}

export function imageKey(id: string, width: number): string {
  return `${imageFolder(id)}/${width}.webp`
}

/** One size of a stored image, or null if there is no such image or size. */
export async function openImage(files: FileStore, id: string, width: number): Promise<StoredFile | null> {
  return isId(id) && knownWidths.has(width) ? files.get(imageKey(id.toLowerCase(), width)) : null
}
