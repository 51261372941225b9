export interface Queue {
  /**
   * Runs `work` in turn. Null if too many tasks wait, in total or for this `client`. Tasks without a client share
   * one.
   */
  run<T>(work: () => Promise<T>, client?: string): Promise<T> | null
}

interface QueueOptions {
  atOnce: number
  waiting: number
  waitingPerClient?: number
}

interface Client {
  running: number
  line: (() => void)[]
  /** The serial number of its last start, or of its arrival. */
  served: number
}

/** A queue that is fair between clients: the next task is of the client that was served longest ago. */
export function openQueue({ atOnce, waiting, waitingPerClient = waiting }: QueueOptions): Queue {
  const clients = new Map<string, Client>()
  let running = 0
  let waitingNow = 0
  let started = 0

  function start(client: Client): void {
    running++
    client.running++
    client.served = ++started
  }

  function finish(name: string, client: Client): void {
    running--
    client.running--
    const next = nextOf(clients)
    if (next) {
      // Synchronous, so that a new task cannot take the slot.
      start(next)
      waitingNow--
      next.line.shift()?.()
    }
    if (client.running === 0 && client.line.length === 0) clients.delete(name)
  }

  async function take<T>(work: () => Promise<T>, name: string, client: Client): Promise<T> {
    if (running < atOnce) start(client)
    else {
      waitingNow++
      await new Promise<void>((resolve) => client.line.push(resolve))
    }
    try {
      return await work()
    } finally {
      finish(name, client)
    }
  }

  return {
    run(work, name = '') {
      const known = clients.get(name)
      const full = waitingNow >= waiting || (known?.line.length ?? 0) >= waitingPerClient
      if (running >= atOnce && full) return null
      // Before the client that was served last, after those that have waited since.
      const client = known ?? { running: 0, line: [], served: started - 0.5 }
      clients.set(name, client)
      return take(work, name, client)
    },
  }
}

function nextOf(clients: ReadonlyMap<string, Client>): Client | undefined {
  let next: Client | undefined
  for (const client of clients.values()) {
    if (client.line.length === 0) continue
    if (!next || client.running < next.running) next = client
    else if (client.running === next.running && client.served < next.served) next = client
  }
  return next
}
