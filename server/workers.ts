import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { Failure } from '#platform/failure.ts'
import type { Logger } from '#platform/log/log.server.ts'

interface WorkersOptions {
  size: number
  log: Logger
  signal: AbortSignal
  onServing(): void
}

type Message = { type: 'metrics-wanted' } | { type: 'metrics'; text: string }

const restartMs = 1_000

/**
 * Keeps `size` server processes running until `signal` aborts, and ends when they have ended. Throws a Failure if one
 * ends before any has served.
 */
export async function runWorkers({ size, log, signal, onServing }: WorkersOptions): Promise<void> {
  const failed = new AbortController()
  const ending = AbortSignal.any([signal, failed.signal])
  let hasServed = false
  // Each accepts connections itself: one that is passed on to a killed process would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.once('listening', () => {
    hasServed = true
    onServing()
  })
  answerMetrics()
  await Promise.all(Array.from({ length: size }, keepRunning))
  if (failed.signal.aborted) throw new Failure('no server process could be started')

  async function keepRunning(): Promise<void> {
    while (!ending.aborted) {
      const worker = cluster.fork()
      const stop = () => worker.process.kill('SIGTERM')
      ending.addEventListener('abort', stop)
      const [code, by] = await once(worker, 'exit')
      ending.removeEventListener('abort', stop)
      if (ending.aborted) return
      if (!hasServed) return failed.abort()
      log.error(`a server process ended (${by ?? `exit code ${code}`}): another one starts in a second`)
      await sleep(restartMs, undefined, { signal: ending }).catch(() => undefined)
    }
  }
}

function answerMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, { type }: Message) => {
    if (type !== 'metrics-wanted') return
    const text = await registry.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ type: 'metrics', text } satisfies Message)
  })
}

/** Reads the metrics of all server processes as text; only those of this one if another does not answer. */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
  const waiting: ((text: string) => void)[] = []
  process.on('message', (message: Message) => {
    if (message.type === 'metrics') for (const answer of waiting.splice(0)) answer(message.text)
  })
  return async () => {
    const text = await new Promise<string>((resolve) => {
      waiting.push(resolve)
      process.send?.({ type: 'metrics-wanted' } satisfies Message)
    })
    return text || registry.metrics()
  }
}
