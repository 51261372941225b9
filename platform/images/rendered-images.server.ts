import type { DiskCache } from '#platform/files/disk-cache.server.ts'
import { type ClientPath, isDisplaced, openQueue, type Queue } from '#platform/queue.ts'
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
  isRendering(tag: string): boolean
  /**
   * Renders and caches the image of a tag. Null when too many renderings wait, in total or for this `client`, or when
   * the image process ended or cannot be started.
   */
  render(tag: string, client: ClientPath, work: RenderingWork): Promise<Buffer | null>
  /** Removes images not used since that time: they may name members who deleted their accounts. */
  removeUnused(since: Date, signal?: AbortSignal): Promise<void>
  close(): void
}

type RenderingWork = (imageProcess: ImageProcess) => Promise<RenderedImage>

interface RenderedImagesOptions {
  cache: DiskCache
  queue?: Queue
  imageProcess?: ImageProcess
  /** Called if the image process ended while it rendered or cannot be started. */
  onError?(error: ImageProcessError): void
}

/** Renders one image at a time; clients take turns. */
export function openRenderedImages({
  cache,
  queue = renderingQueue(),
  imageProcess = openImageProcess(),
  onError,
}: RenderedImagesOptions): RenderedImages {
  const inProgress = new Map<string, Promise<Buffer>>()

  async function cacheWhenDone(tag: string, rendering: Promise<RenderedImage>): Promise<Buffer> {
    try {
      const { png, complete } = await rendering
      if (complete) await cache.put(tag, png)
      return png
    } finally {
      inProgress.delete(tag)
    }
  }

  function nullIfUnavailable(error: unknown): null {
    if (isDisplaced(error)) return null
    if (!(error instanceof ImageProcessError)) throw error
    onError?.(error)
    return null
  }

  return {
    removeUnused: cache.removeUnused,
    close: imageProcess.close,
    isRendering: (tag) => inProgress.has(tag),
    find: (tag) => inProgress.get(tag)?.catch(nullIfUnavailable) ?? cache.get(tag),
    async render(tag, client, work) {
      const rendering = inProgress.has(tag) ? null : queue.run(() => work(imageProcess), client)
      if (rendering) inProgress.set(tag, cacheWhenDone(tag, rendering))
      return (await inProgress.get(tag)?.catch(nullIfUnavailable)) ?? null
    },
  }
}

interface Waiting {
  queue: Queue
  from: ClientPath
  leave: () => void
}

/** The same images for one request: calls `leave` before it waits for a rendering, and waits in `queue`. */
export function waitingImages(images: RenderedImages, { queue, from, leave }: Waiting): RenderedImages {
  async function wait(work: () => Promise<Buffer | null>): Promise<Buffer | null> {
    leave()
    try {
      return (await queue.run(work, from)) ?? null
    } catch (error) {
      if (isDisplaced(error)) return null
      throw error
    }
  }
  return {
    ...images,
    find: (tag) => (images.isRendering(tag) ? wait(() => images.find(tag)) : images.find(tag)),
    render: (...rendering) => wait(() => images.render(...rendering)),
  }
}

/** Many may wait: each holds little, and the queue is fair only between those that it holds. */
function renderingQueue(): Queue {
  return openQueue({ atOnce: 1, waiting: 160, waitingPerClient: 6, longestGivesWay: true })
}
