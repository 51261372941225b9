import pLimit from 'p-limit'
import type { DiskCache } from '#platform/files/disk-cache.server.ts'
import { type ImageProcess, ImageProcessError, openImageProcess } from './image-process.server.ts'

export const renderedImageDays = 7

export interface RenderedImage {
  png: Buffer
  /** False when a part was missing, such as a stored file. An incomplete image is not cached. */
  complete: boolean
}

/** Images that the server renders, cached by a tag over their content. */
export interface RenderedImages {
  /** The image of a tag if it is cached or being rendered for another request. Null if that rendering fails. */
  find(tag: string): Promise<Buffer | null>
  /**
   * Renders and caches the image of a tag, one at a time. Null when too many renderings wait, or when the image process
   * ended or cannot be started.
   */
  render(tag: string, work: RenderingWork): Promise<Buffer | null>
  /** Removes images not used since that time: they may name members who deleted their accounts. */
  removeUnused(since: Date, signal?: AbortSignal): Promise<void>
  close(): void
}

type RenderingWork = (imageProcess: ImageProcess) => Promise<RenderedImage>

interface RenderedImagesOptions {
  cache: DiskCache
  imageProcess?: ImageProcess
  maxWaiting?: number
  /** Called if the image process ended while it rendered or cannot be started. */
  onError?(error: ImageProcessError): void
}

export function openRenderedImages({
  cache,
  imageProcess = openImageProcess(),
  maxWaiting = 160,
  onError,
}: RenderedImagesOptions): RenderedImages {
  const inTurn = pLimit(1)
  const inProgress = new Map<string, Promise<Buffer | null>>()

  async function renderAndCache(tag: string, work: RenderingWork): Promise<Buffer | null> {
    try {
      const { png, complete } = await inTurn(() => work(imageProcess))
      if (complete) await cache.put(tag, png)
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
    removeUnused: cache.removeUnused,
    close: imageProcess.close,
    find: (tag) => inProgress.get(tag) ?? cache.get(tag),
    async render(tag, work) {
      const known = inProgress.get(tag)
      if (known) return known
      if (inProgress.size >= maxWaiting) return null
      const rendering = renderAndCache(tag, work)
      inProgress.set(tag, rendering)
      return rendering
    },
  }
}
