import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Purpose } from '#domain/media/rules.ts'
import { pageWidths, previewWidth } from '#domain/media/sources.ts'
import { type ImageServices, saveImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { openImageProcess } from '#platform/images/image-process.server.ts'
import { mustExist } from './seed.server.ts'
import type { World } from './world.server.ts'

export type ImageStore = Pick<ImageServices, 'db' | 'files'>

// Writing files takes most of the time.
const atOnce = 6

interface DemoImage {
  folder: string
  file: string
  owner: Member
  purpose: Purpose
}

/** Stores the images of all submissions and challenges for their owners. Returns their ids by file. */
export async function storeImages(
  store: ImageStore,
  { folder, challenges }: World,
  members: ReadonlyMap<string, Member>,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const administrator = mustExist([...members.values()].find(({ isAdmin }) => isAdmin))
  const images = challenges.flatMap(({ image, submissions }): DemoImage[] => [
    { folder, file: image, owner: administrator, purpose: 'challenge' },
    ...submissions.map(({ image, member }) => ({
      folder,
      file: image,
      owner: mustExist(members.get(member)),
      purpose: 'submission' as const,
    })),
  ])
  const ids = new Map<string, string>()
  const shrinking = openShrinking()
  try {
    for (let next = 0; next < images.length; next += atOnce) {
      signal?.throwIfAborted()
      const some = images.slice(next, next + atOnce)
      await Promise.all(
        some.map(async (image) => ids.set(image.file, await storeDemoImage(store, image, shrinking))),
      )
    }
    return ids
  } finally {
    shrinking.close()
  }
}

type Shrinking = ReturnType<typeof openShrinking>

/** In a process that ends with the work, since the libraries and what they keep take 40 MB. */
export function openShrinking() {
  const imageProcess = openImageProcess()
  const inTurn = pLimit(1)
  return {
    shrink: (preview: Buffer) => inTurn(() => imageProcess.run('shrinkImage', preview, smallWidths)),
    close: imageProcess.close,
  }
}

/** Stores an image in the sizes of the demo data and two smaller ones: encoding all would take half a minute. Returns its id. */
export async function storeDemoImage(
  store: ImageStore,
  { folder, file, owner, purpose }: DemoImage,
  { shrink }: Shrinking,
): Promise<string> {
  const [preview, bytes] = await Promise.all([
    readFile(join(folder, 'previews', file)),
    readFile(join(folder, 'pictures', file)),
  ])
  const { width, height } = sizeOf(bytes)
  const { color, sizes: smaller } = await shrink(preview)
  const sizes = [...smaller, { width: previewWidth, bytes: preview }, { width: 960, bytes }]
  const saved = await saveImage(store, { ownerId: owner.id, purpose }, { width, height, color, sizes })
  return mustExist(saved ?? undefined).id
}

const smallWidths = pageWidths.filter((width) => width < previewWidth)

/** Of a lossy WebP, in pixels. */
export function sizeOf(webp: Buffer): { width: number; height: number } {
  return { width: webp.readUInt16LE(26), height: webp.readUInt16LE(28) }
}
