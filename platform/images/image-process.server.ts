import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FromChild, type Job, type JobLimits, type Jobs, limitSignal } from './image-job.server.ts'

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
  readonly reason: 'over a limit' | 'crashed' | 'ended' | 'not started'

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
const startSeconds = 30
const usualIdleMs = 15_000
const checkIntervalMs = 50
/** The memory that an image left behind; above it, the process ends. */
const maxIdleBytes = 200 * 1024 ** 2
const entry = join(import.meta.dirname, 'image-child.server.ts')

/** Started at the first job, kept for further ones. Ends with this process, even if that is killed. */
export function openImageProcess({ limits, idleMs = usualIdleMs }: ImageProcessOptions = {}): ImageProcess {
  let child: Promise<ChildProcess> | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function end(): void {
    clearTimeout(idle)
    void child?.then(kill, () => undefined)
    child = undefined
  }

  function startChild(): Promise<ChildProcess> {
    const starting = start()
    // Such as an idle process that the system ended to free memory.
    function forget(): void {
      if (child === starting) child = undefined
    }
    starting.then(
      (started) => started.once('exit', forget),
      () => undefined,
    )
    return starting
  }

  return {
    async run(name, ...args) {
      if (closed) throw new ImageProcessError('not started', 'the server stops')
      clearTimeout(idle)
      child ??= startChild()
      try {
        const ended = await runJob(await child, { name, args, limits: { ...jobLimits, ...limits } })
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

/** Without the server's environment, which has secrets. */
async function start(): Promise<ChildProcess> {
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = fork(entry, {
    env: {
      UV_THREADPOOL_SIZE: '1',
      ...(TMPDIR && { TMPDIR }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    },
    execArgv: ['--max-old-space-size=64', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Further errors than those of a start, such as a message that cannot be sent: the end of the process is reported.
  child.on('error', () => undefined)
  try {
    const message = await nextMessage(child, startSeconds)
    if (message.type === 'ready') return child
    throw new ImageProcessError('not started', 'message' in message ? message.message : message.type)
  } catch (error) {
    kill(child)
    throw new ImageProcessError('not started', error instanceof Error ? error.message : String(error))
  }
}

type JobEnd = Extract<FromChild, { type: 'ended' }>

async function runJob(child: ChildProcess, job: Job): Promise<JobEnd> {
  hold(child)
  const checks = setInterval(() => void endIfTooLarge(child, job.limits.residentBytes), checkIntervalMs)
  try {
    const message = nextMessage(child, job.limits.seconds)
    child.send(job, () => undefined)
    return (await message) as JobEnd
  } finally {
    clearInterval(checks)
    release(child)
  }
}

/** Rejects if the process ends first. Kills it after the time. */
function nextMessage(child: ChildProcess, seconds: number): Promise<FromChild> {
  const { promise, resolve, reject } = Promise.withResolvers<FromChild>()
  function onExit(code: number | null, signal: string | null): void {
    const message = `the image process ended with ${signal ?? code}`
    reject(new ImageProcessError(endReason(child, signal), message))
  }
  if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode)
  child.once('message', resolve)
  child.once('error', reject)
  child.once('exit', onExit)
  const timer = setTimeout(() => kill(child), seconds * 1_000)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', resolve)
    child.off('error', reject)
    child.off('exit', onExit)
  })
}

/** Anyone else, such as the system when memory is short, may end the process: that says nothing about the job. */
function endReason({ killed }: ChildProcess, signal: string | null): ImageProcessError['reason'] {
  if (killed || signal === limitSignal) return 'over a limit'
  return signal && crashSignals.includes(signal) ? 'crashed' : 'ended'
}

/** The process checks itself too, but only while its main thread is free. */
async function endIfTooLarge(child: ChildProcess, limit: number): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  if (kilobytes * 1024 > limit) kill(child)
}

function kill(child: ChildProcess): void {
  child.kill('SIGKILL')
}

/** An idle process does not keep this one alive. */
function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
