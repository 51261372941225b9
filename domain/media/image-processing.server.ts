import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { JobLimits } from '#platform/images/image-job.server.ts'
import {
  type ImageProcess,
  ImageProcessError,
  openImageProcess,
} from '#platform/images/image-process.server.ts'
import type { ResizedImage } from '#platform/images/resize.server.ts'
import { done, type Outcome, type Refusal, refused } from '#platform/outcome.ts'
import {
  busyReason,
  damagedMessage,
  imageRules,
  type Purpose,
  tooSlowReason,
  typeRefusal,
  uploadFailedMessage,
} from './rules.ts'

export interface ImageProcessor {
  /**
   * Makes the stored sizes of an image as WebP. The content decides the format. Refuses anything but a complete JPEG,
   * PNG or WebP, dimensions over the limits, and files that exceed the limits of a job.
   */
  process(bytes: Uint8Array, purpose: Purpose): Promise<Outcome<ResizedImage>>
  close(): void
}

interface ImageProcessorOptions {
  /** Called if an image process ended during a job or cannot be started. */
  onError?(error: ImageProcessError): void
  limits?: Partial<JobLimits>
}

/** Decodes in child processes: one takes up to some hundred megabytes and a core, so one or two run at a time. */
export function openImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const { onError, limits = {} } = options
  const atOnce = availableParallelism() > 2 ? 2 : 1
  const free: ImageProcess[] = Array.from({ length: atOnce }, () => openImageProcess({ limits }))
  const all = [...free]
  const inTurn = pLimit(atOnce)

  async function decode(bytes: Uint8Array, purpose: Purpose): Promise<Outcome<ResizedImage>> {
    const imageProcess = free.pop() as ImageProcess
    try {
      const resized = await imageProcess.run('resizeImage', bytes, imageRules[purpose])
      if (resized.image) return done(resized.image)
      const { reason } = resized
      return refused('invalid', reason ? uploadFailedMessage(purpose, reason) : damagedMessage)
    } catch (error) {
      if (!(error instanceof ImageProcessError)) throw error
      onError?.(error)
      return processRefusal(error, purpose)
    } finally {
      free.push(imageProcess)
    }
  }

  return {
    async process(bytes, purpose) {
      const refusal = typeRefusal(bytes)
      if (refusal) return refused('invalid', refusal)
      return inTurn(() => decode(bytes, purpose))
    },
    close() {
      for (const each of all) each.close()
    },
  }
}

function processRefusal({ reason }: ImageProcessError, purpose: Purpose): Refusal {
  if (reason === 'over a limit') return refused('invalid', uploadFailedMessage(purpose, tooSlowReason))
  if (reason === 'crashed') return refused('invalid', damagedMessage)
  return refused('busy', uploadFailedMessage(purpose, busyReason))
}
