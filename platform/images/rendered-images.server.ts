import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type ImageProcess, ImageProcessError, openImageProcess } from './image-process.server.ts'

export const renderedImageDays = 7

export interface RenderedImage {
  png: Buffer
  /** False when a part was missing, such as a stored file. An incomplete image is not kept. */
  complete: boolean
}

/** Images that the server renders, kept in memory by a tag over their content. */
export interface RenderedImages {
  /** The image of a tag if it is kept or being rendered for another request. Null if that rendering fails. */
  find(tag: string): Promise<Buffer | null>
  /**
   * Renders and keeps the image of a tag, one at a time. Null when too many renderings wait, or when the image process
   * ended or cannot be started.
   */
  render(tag: string, work: RenderingWork): Promise<Buffer | null>
  close(): void
}

type RenderingWork = (imageProcess: ImageProcess) => Promise<RenderedImage>

interface RenderedImagesOptions {
  images?: LRUCache<string, Buffer>
  imageProcess?: ImageProcess
  maxWaiting?: number
  /** Called if the image process ended while it rendered or cannot be started. */
  onError?(error: ImageProcessError): void
}

export function openRenderedImages({
  images = keptImages(),
  imageProcess = openImageProcess(),
  maxWaiting = 160,
  onError,
}: RenderedImagesOptions = {}): RenderedImages {
  const inTurn = pLimit(1)
  const inProgress = new Map<string, Promise<Buffer | null>>()

  async function renderAndKeep(tag: string, work: RenderingWork): Promise<Buffer | null> {
    try {
      const { png, complete } = await inTurn(() => work(imageProcess))
      if (complete) images.set(tag, png)
      return png
    } catch (error) {
      if (!(error instanceof ImageProcessError)) throw error
      onError?.(error)
      return null
    } finally {
      inProgress.delete(tag)
    }
  }

  return {
    close: imageProcess.close,
    find: async (tag) => inProgress.get(tag) ?? images.get(tag) ?? null,
    async render(tag, work) {
      const known = inProgress.get(tag)
      if (known) return known
      if (inProgress.size >= maxWaiting) return null
      const rendering = renderAndKeep(tag, work)
      inProgress.set(tag, rendering)
      return rendering
    },
  }
}

/** An image ends some days after it was last shown: it may name a member who deleted their account. */
function keptImages(): LRUCache<string, Buffer> {
  return new LRUCache({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: renderedImageDays * 24 * 60 * 60 * 1000,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  })
}
