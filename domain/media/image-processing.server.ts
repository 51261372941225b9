import { availableParallelism } from 'node:os'
import type { JobLimits } from '#platform/images/image-job.server.ts'
import {
  type ImageProcess,
  ImageProcessError,
  openImageProcess,
} from '#platform/images/image-process.server.ts'
import type { ResizedImage } from '#platform/images/resize.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { openQueue, type Queue } from '#platform/queue.ts'
import { type ImageHeader, type ImageSource, readImageHeader } from './image-header.server.ts'
import {
  busyReason,
  decodingRefusal,
  imageRules,
  type Purpose,
  tooSlowReason,
  uploadFailedMessage,
  wrongTypeMessage,
} from './rules.ts'

export interface ImageProcessor {
  /**
   * Makes the stored sizes of an image as WebP. The content decides the format. Refuses anything but a complete JPEG,
   * PNG or WebP; dimensions over the limits, which are read from the header before a decoder runs; and files that
   * exceed the limits of a job. Null while the queue is full, in total or for this `client`.
   */
  process(
    source: ImageSource,
    purpose: Purpose,
    client?: string,
    signal?: AbortSignal,
  ): Promise<Outcome<ResizedImage> | null>
  close(): void
}

interface ImageProcessorOptions {
  /** Called if an image process ended during a job or cannot be started. */
  onError?(error: ImageProcessError): void
  limits?: Partial<JobLimits>
  queue?: Queue
}

/**
 * Decodes the images of one server process in child processes. A decode takes up to some hundred megabytes, so one or
 * two run at a time, each on one thread. Members share the time of decoding, small images come first, and each member may
 * have a few waiting.
 */
export function openImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const { onError, limits = {}, queue = openDecodingQueue() } = options
  const all: ImageProcess[] = []
  const free: ImageProcess[] = []

  function open(): ImageProcess {
    const opened = openImageProcess({ limits })
    all.push(opened)
    return opened
  }

  async function decode(
    source: ImageSource,
    header: ImageHeader,
    purpose: Purpose,
  ): Promise<Outcome<ResizedImage>> {
    const { widths, square, maxPixels } = imageRules[purpose]
    const imageProcess = free.pop() ?? open()
    try {
      const image = await imageProcess.run('resizeImage', source, header, { maxPixels, widths, square })
      return image ? done(image) : refused('invalid', wrongTypeMessage)
    } catch (error) {
      if (!(error instanceof ImageProcessError)) throw error
      onError?.(error)
      return processRefusal(error, purpose)
    } finally {
      free.push(imageProcess)
    }
  }

  return {
    async process(source, purpose, client, signal) {
      const header = await readImageHeader(source)
      if (!header) return refused('invalid', wrongTypeMessage)
      const reason = decodingRefusal(header, imageRules[purpose])
      if (reason) return refused('invalid', uploadFailedMessage(purpose, reason))
      const { width, height, costPerPixel } = header
      const expectedMs = Math.max(1, (width * height * costPerPixel) / 1_000_000) * msPerMegapixel
      return queue.run(() => decode(source, header, purpose), client, signal, expectedMs)
    },
    close() {
      for (const each of all) each.close()
    },
  }
}

/** Of an ordinary image; compared with the time that members have used. A smaller image counts as one megapixel. */
const msPerMegapixel = 30

/** Each client may have a few images waiting. Of more in all, the one that takes longest gives way. */
export function openDecodingQueue(): Queue {
  const atOnce = availableParallelism() > 2 ? 2 : 1
  return openQueue({
    atOnce,
    waiting: 40,
    waitingPerClient: 4,
    fairByTime: true,
    costliestGivesWay: true,
  })
}

function processRefusal({ reason }: ImageProcessError, purpose: Purpose): Outcome<never> {
  switch (reason) {
    case 'over a limit':
      return refused('invalid', uploadFailedMessage(purpose, tooSlowReason))
    case 'crashed':
      return refused('invalid', wrongTypeMessage)
    case 'ended':
    case 'not started':
      return refused('busy', uploadFailedMessage(purpose, busyReason))
  }
}
