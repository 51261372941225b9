import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

type Message =
  | { type: 'metrics-wanted'; id: number }
  | { type: 'metrics-read'; id: number; asker: number }
  | { type: 'metrics-part'; id: number; asker: number; values: Values }
  | { type: 'metrics-all'; id: number; parts: Values[] }

const timeoutMs = 1_000

/** In the primary: forwards metrics requests to all workers, and the responses to the requester. */
export function exchangeMetrics(): void {
  const open = new Map<string, { parts: Values[]; wanted: number; finish(): void }>()

  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.type === 'metrics-wanted') ask(worker, message.id)
    if (message.type !== 'metrics-part') return
    const question = open.get(`${message.asker}/${message.id}`)
    question?.parts.push(message.values)
    if (question?.parts.length === question?.wanted) question?.finish()
  })

  function ask(worker: Worker, id: number): void {
    const key = `${worker.id}/${id}`
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected())
    const timer = setTimeout(finish, timeoutMs)
    const parts: Values[] = []
    open.set(key, { parts, wanted: workers.length, finish })
    for (const one of workers) send(one, { type: 'metrics-read', id, asker: worker.id })

    function finish(): void {
      clearTimeout(timer)
      if (open.delete(key) && worker.isConnected()) send(worker, { type: 'metrics-all', id, parts })
    }
  }
}

/** The metrics of all server processes as text; only those of this process if the others do not answer. */
export function metricsCollector(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  const waiting = new Map<number, (parts: Values[]) => void>()
  let last = 0

  process.on('message', async (message: Message) => {
    if (message.type === 'metrics-all') waiting.get(message.id)?.(message.parts)
    if (message.type !== 'metrics-read') return
    const values = await registry.getMetricsAsJSON()
    reply({ type: 'metrics-part', id: message.id, asker: message.asker, values })
  })

  return async () => {
    const id = ++last
    const parts = await new Promise<Values[]>((resolve) => {
      waiting.set(id, resolve)
      setTimeout(resolve, 2 * timeoutMs, []).unref()
      reply({ type: 'metrics-wanted', id })
    })
    waiting.delete(id)
    if (parts.length === 0) return registry.metrics()
    return AggregatorRegistry.aggregate(parts as unknown as MetricObject[]).metrics()
  }
}

function send(worker: Worker | undefined, message: Message): void {
  // A worker that is ending does not receive it; the timeout covers that.
  worker?.send(message, () => undefined)
}

function reply(message: Message): void {
  if (process.connected) process.send?.(message, () => undefined)
}
