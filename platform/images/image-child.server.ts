import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type Job, type JobEnd, type Jobs, limitSignal } from './image-job.server.ts'

const checkIntervalMs = 25
const lowPriority = 5

// The entry of the process that openImageProcess starts.
process.on('disconnect', () => end('SIGKILL'))
// A terminal sends them to all processes; the server ends this one after its open requests.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Before the first thread of the pool starts, since each thread has its own priority.
lowerPriority()
const loading = loadJobs()
process.on('message', async (job: Job) => work(await loading, job))

async function loadJobs(): Promise<Jobs> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const { resizeImage, shrinkImage } = await import('./resize.server.ts')
  const { embedImage, renderPng } = await import('./render.server.ts')
  return { resizeImage, shrinkImage, embedImage, renderPng }
}

async function work(jobs: Jobs, { name, args, limits }: Job): Promise<void> {
  const before = process.cpuUsage()
  // Images are decoded by threads, so timers run on time.
  const checks = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const isOver = user + system > limits.cpuSeconds * 1e6
    if (isOver || process.memoryUsage.rss() > limits.residentBytes) end(limitSignal)
  }, checkIntervalMs)
  const run = jobs[name] as (...args: unknown[]) => Promise<unknown>
  const outcome = await run(...args).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: String(error) }),
  )
  clearInterval(checks)
  process.send?.({ residentBytes: process.memoryUsage.rss(), ...outcome } satisfies JobEnd)
}

/** Unlike process.exit, does not wait for a running decoder. */
function end(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal)
}

/** Pages come first for the CPU, and the server for the memory. */
function lowerPriority(): void {
  try {
    setPriority(lowPriority)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not allowed by the system, or not Linux.
  }
}
