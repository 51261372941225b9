import { open } from 'node:fs/promises'
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
import { kindBytes } from './file-kind.ts'
import {
  busyReason,
  imageRules,
  isAcceptedType,
  type Purpose,
  tooSlowReason,
  uploadFailedMessage,
  wrongTypeMessage,
} from './rules.ts'

/** The path or the bytes of a file. */
export type ImageSource = string | Uint8Array

export interface ImageProcessor {
  /**
   * Makes the stored sizes of an image as WebP. The content decides the format. Refuses anything but a complete JPEG,
   * PNG or WebP, dimensions over the limits, files that exceed the limits of a job, and any while too many wait. An image
   * whose `signal` aborts while it waits is not decoded.
   */
  process(source: ImageSource, purpose: Purpose, signal?: AbortSignal): Promise<Outcome<ResizedImage>>
  close(): void
}

interface ImageProcessorOptions {
  /** Called if an image process ended during a job or cannot be started. */
  onError?(error: ImageProcessError): void
  limits?: Partial<JobLimits>
  maxWaiting?: number
}

/** Decodes in child processes: one takes up to some hundred megabytes and a core, so one or two run at a time. */
export function openImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const { onError, limits = {}, maxWaiting = 40 } = options
  const atOnce = availableParallelism() > 2 ? 2 : 1
  const free: ImageProcess[] = Array.from({ length: atOnce }, () => openImageProcess({ limits }))
  const all = [...free]
  const inTurn = pLimit(atOnce)

  async function decode(source: ImageSource, purpose: Purpose): Promise<Outcome<ResizedImage>> {
    const imageProcess = free.pop() as ImageProcess
    try {
      const resized = await imageProcess.run('resizeImage', source, imageRules[purpose])
      if (resized.image) return done(resized.image)
      const { reason } = resized
      return refused('invalid', reason ? uploadFailedMessage(purpose, reason) : wrongTypeMessage)
    } catch (error) {
      if (!(error instanceof ImageProcessError)) throw error
      onError?.(error)
      return processRefusal(error, purpose)
    } finally {
      free.push(imageProcess)
    }
  }

  return {
    async process(source, purpose, signal) {
      if (!isAcceptedType(await startOf(source))) return refused('invalid', wrongTypeMessage)
      const busy = refused('busy', uploadFailedMessage(purpose, busyReason))
      if (inTurn.pendingCount >= maxWaiting) return busy
      return inTurn(() => (signal?.aborted ? busy : decode(source, purpose)))
    },
    close() {
      for (const each of all) each.close()
    },
  }
}

async function startOf(source: ImageSource): Promise<Uint8Array> {
  if (typeof source !== 'string') return source
  await using file = await open(source)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(kindBytes), 0, kindBytes, 0)
  return buffer.subarray(0, bytesRead)
}

function processRefusal({ reason }: ImageProcessError, purpose: Purpose): Refusal {
  if (reason === 'over a limit') return refused('invalid', uploadFailedMessage(purpose, tooSlowReason))
  if (reason === 'crashed') return refused('invalid', wrongTypeMessage)
  return refused('busy', uploadFailedMessage(purpose, busyReason))
}
