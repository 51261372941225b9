import { isLoopback } from '#platform/config/loopback.ts'
import { customerOf } from './client-address.ts'

export interface RefusedClients {
  /** Counts an offence of the client at this address. */
  add(address: string): void
  has(address: string): boolean
}

const forgiven = { after: 10, milliseconds: 10_000 }
const mostClients = 10_000

interface Options {
  /** By default this machine: a proxy that is not configured, or the site's own sign-in provider. */
  isExempt?: (address: string) => boolean
  now?: () => number
}

/** Clients with more than ten offences within ten seconds of the first. */
export function openRefusedClients({
  isExempt = isLoopback,
  now = () => performance.now(),
}: Options = {}): RefusedClients {
  const clients = new Map<string, { offences: number; since: number }>()

  function current(client: string): { offences: number; since: number } | undefined {
    const known = clients.get(client)
    if (known && now() - known.since >= forgiven.milliseconds) clients.delete(client)
    return clients.get(client)
  }

  return {
    add(address) {
      if (isExempt(address)) return
      const client = customerOf(address)
      const known = current(client) ?? { offences: 0, since: now() }
      known.offences += 1
      clients.set(client, known)
      const [oldest] = clients.keys()
      if (clients.size > mostClients && oldest !== undefined) clients.delete(oldest)
    },
    has: (address) => (current(customerOf(address))?.offences ?? 0) > forgiven.after,
  }
}
