import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import { type Job, type JobEnd, type JobLimits, type Jobs, limitSignal } from './image-job.server.ts'

/** A process that decodes and encodes images, so that a costly or broken file cannot harm the server. */
export interface ImageProcess {
  /** One at a time. Rejects with an ImageProcessError if the process ends or cannot be started. */
  run<Name extends keyof Jobs>(
    name: Name,
    ...args: Parameters<Jobs[Name]>
  ): Promise<Awaited<ReturnType<Jobs[Name]>>>
  close(): void
}

interface ImageProcessOptions {
  limits?: Partial<JobLimits>
  /** The process ends after this time without a job. */
  idleMs?: number
}

export class ImageProcessError extends Error {
  override readonly name = 'ImageProcessError'
  readonly reason: 'over a limit' | 'crashed' | 'ended'

  constructor(reason: ImageProcessError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const jobLimits: JobLimits = {
  cpuSeconds: 10,
  seconds: 60,
  residentBytes: 768 * 1024 ** 2,
}
const crashSignals = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP']
const usualIdleMs = 15_000
/** The memory that an image left behind; above it, the process ends. */
const maxIdleBytes = 200 * 1024 ** 2
/** Beside this file, in the sources as in the build. */
const entry = join(import.meta.dirname, `image-child.server${extname(import.meta.filename)}`)

/** Started at the first job, kept for further ones. Ends with this process, even if that is killed. */
export function openImageProcess({ limits, idleMs = usualIdleMs }: ImageProcessOptions = {}): ImageProcess {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function end(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  return {
    async run(name, ...args) {
      if (closed) throw new ImageProcessError('ended', 'the server stops')
      clearTimeout(idle)
      // An idle process may have been ended by the system to free memory.
      if (!child?.connected) child = start()
      try {
        const ended = await runJob(child, { name, args, limits: { ...jobLimits, ...limits } })
        if (ended.residentBytes > maxIdleBytes) end()
        else idle = setTimeout(end, idleMs).unref()
        if ('error' in ended) throw new Error(ended.error)
        return ended.result as never
      } catch (error) {
        if (error instanceof ImageProcessError) end()
        throw error
      }
    },
    close() {
      closed = true
      end()
    },
  }
}

/** Without the server's environment, which has secrets. Its error output says why it cannot start. */
function start(): ChildProcess {
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = fork(entry, {
    env: {
      UV_THREADPOOL_SIZE: '1',
      VIPS_WARNING: '0',
      ...(TMPDIR && { TMPDIR }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    },
    execArgv: ['--max-old-space-size=64', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Errors without a job, such as one of the channel of a process that ended.
  return child.on('error', () => undefined)
}

/** Rejects if the process ends first. Kills it after the time. */
function runJob(child: ChildProcess, job: Job): Promise<JobEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<JobEnd>()
  function onError(error: Error): void {
    reject(new ImageProcessError('ended', error.message))
  }
  function onExit(code: number | null, signal: string | null): void {
    reject(new ImageProcessError(endReason(child, signal), `the image process ended with ${signal ?? code}`))
  }
  child.on('message', resolve).on('error', onError).on('exit', onExit)
  const timer = setTimeout(() => child.kill('SIGKILL'), job.limits.seconds * 1_000)
  // An idle process does not keep this one alive.
  child.ref()
  child.channel?.ref()
  child.send(job, () => undefined)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', resolve).off('error', onError).off('exit', onExit)
    child.unref()
    child.channel?.unref()
  })
}

/** Anyone else, such as the system when memory is short, may end the process: that says nothing about the job. */
function endReason({ killed }: ChildProcess, signal: string | null): ImageProcessError['reason'] {
  if (killed || signal === limitSignal) return 'over a limit'
  return signal && crashSignals.includes(signal) ? 'crashed' : 'ended'
}
