import type { DiskCache } from '#platform/files/disk-cache.server.ts'
import { openQueue, type Queue } from '#platform/queue.ts'

export interface Drawing {
  png: Buffer
  /** False where a part was missing, such as a file of the store: drawn again the next time. */
  complete: boolean
}

/** Images that the server draws, stored by a tag over their content. */
export interface DrawnImages {
  /** The image of a tag where it is kept, or being drawn for another request. */
  find(tag: string): Promise<Buffer | null>
  /** Draws and keeps the image of a tag; null at once while too many wait, in all or of the same `client`. */
  draw(tag: string, client: string, work: () => Promise<Drawing>): Promise<Buffer> | null
  /** Removes images that were not shown since that time: they may name members who are gone. */
  removeUnused(since: Date): Promise<void>
}

export interface DrawnImagesOptions {
  cache: DiskCache
  queue?: Queue
}

/** One image is drawn at a time; clients take turns. */
export function openDrawnImages({ cache, queue = drawingQueue() }: DrawnImagesOptions): DrawnImages {
  const inProgress = new Map<string, Promise<Buffer>>()

  async function drawAndKeep(tag: string, drawing: Promise<Drawing>): Promise<Buffer> {
    try {
      const { png, complete } = await drawing
      if (complete) await cache.put(tag, png)
      return png
    } finally {
      inProgress.delete(tag)
    }
  }

  return {
    removeUnused: (since) => cache.removeUnused(since),
    find: (tag) => inProgress.get(tag) ?? cache.get(tag),
    draw(tag, client, work) {
      const known = inProgress.get(tag)
      if (known) return known
      const drawing = queue.run(work, client)
      if (!drawing) return null
      const image = drawAndKeep(tag, drawing)
      inProgress.set(tag, image)
      return image
    },
  }
}

function drawingQueue(): Queue {
  return openQueue({ atOnce: 1, waiting: 40, waitingPerClient: 6 })
}
