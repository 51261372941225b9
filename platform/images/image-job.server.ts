import type { embedImage, renderPng } from './render.server.ts'
import type { resizeImage, shrinkImage } from './resize.server.ts'

export interface Jobs {
  resizeImage: typeof resizeImage
  shrinkImage: typeof shrinkImage
  embedImage: typeof embedImage
  renderPng: typeof renderPng
}

export interface JobLimits {
  cpuSeconds: number
  seconds: number
  residentBytes: number
}

export interface Job {
  name: keyof Jobs
  args: unknown[]
  limits: JobLimits
}

export type JobEnd = { residentBytes: number } & ({ result: unknown } | { error: string })

/** Ends the process at a limit. Unlike SIGKILL, the system does not send it when memory is short. */
export const limitSignal = 'SIGALRM'
