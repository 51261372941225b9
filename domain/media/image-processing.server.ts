import { availableParallelism } from 'node:os'
import type { JobLimits } from '#platform/images/image-job.server.ts'
import {
  type ImageProcess,
  ImageProcessError,
  openImageProcess,
} from '#platform/images/image-process.server.ts'
import type { ResizedImage } from '#platform/images/resize.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { type ClientPath, openQueue, type Queue } from '#platform/queue.ts'
import { type ImageHeader, type ImageSource, readImageHeader } from './image-header.server.ts'
import {
  busyReason,
  decodingRefusal,
  type ImageRule,
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
   * exceed the limits of a job. Null while the queue is full, in total or for this `client`. Rejects with `Displaced` if
   * the image gives way to another client's.
   */
  process(
    source: ImageSource,
    purpose: Purpose,
    client?: ClientPath,
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

/** The same for one request: calls `leave` before it waits for a decode. */
export function waitingProcessor(processor: ImageProcessor, leave: () => void): ImageProcessor {
  return {
    ...processor,
    process(...job) {
      leave()
      return processor.process(...job)
    },
  }
}

/**
 * Decodes the images of one server process in child processes. A decode takes up to some hundred megabytes, so one or
 * two run at a time, each on one thread. Addresses and their members share the time of decoding,
 * and each member may have a few images waiting.
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
      const expectedMs = expectedTime(header, imageRules[purpose])
      return queue.run(() => decode(source, header, purpose), client, signal, expectedMs)
    },
    close() {
      for (const each of all) each.close()
    },
  }
}

/** Of images of noise; smooth ones take down to a third. Below a megapixel, encoding takes the most. */
const msPerMegapixel = {
  // A JPEG is made smaller while it is decoded.
  decoded: { jpeg: 10, png: 30, webp: 30 },
  encoded: { opaque: 120, mayHaveAlpha: 150 },
}

/** The expected time of an image in milliseconds, which is compared with the time that members have used. */
function expectedTime(
  { format, width, height, costPerPixel, mayHaveAlpha }: ImageHeader,
  { widths }: Pick<ImageRule, 'widths'>,
): number {
  // An image may be cut to a square, or turned by its metadata.
  const shorter = Math.min(width, height)
  const encoded = widths.reduce((sum, wanted) => {
    const scale = Math.min(1, wanted / shorter)
    return sum + width * height * scale ** 2
  }, 0)
  const perEncoded = msPerMegapixel.encoded[mayHaveAlpha ? 'mayHaveAlpha' : 'opaque']
  return (width * height * costPerPixel * msPerMegapixel.decoded[format] + encoded * perEncoded) / 1_000_000
}

/** Each client may have a few images waiting. Beyond those in all, the image that would be the last gives way. */
export function openDecodingQueue(): Queue {
  const atOnce = availableParallelism() > 2 ? 2 : 1
  return openQueue({
    atOnce,
    waiting: 40,
    waitingPerClient: 4,
    fairByTime: true,
    // A photograph is as short as a small image.
    shortMs: 1_000,
    // Some ten photographs an hour, for members who share an address. A flood has used that up after minutes.
    creditMs: 5_000,
    refillMs: 3_600_000,
    lastGivesWay: true,
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
