import type { ServerResponse } from 'node:http'

/**
 * Takes a place for a response until the client has it whole. False if none is free. A client may be many people behind
 * one address: `owner` tells them apart.
 */
export type HeldPlaces = (client: string, outgoing: ServerResponse, owner?: string) => boolean

/**
 * `most` places. Beyond these, the oldest response of the client with the most is ended for a client with fewer, and of
 * one client's owners that of the one with the most for an owner with fewer.
 */
export function heldPlaces(most: number): HeldPlaces {
  /** The owners of each client's responses, the oldest response first. */
  const held = new Map<string, Map<ServerResponse, string>>()
  let count = 0

  function leave(client: string, outgoing: ServerResponse): void {
    const own = held.get(client)
    if (!own?.delete(outgoing)) return
    count -= 1
    if (own.size === 0) held.delete(client)
  }

  function makeRoom(client: string, owner: string): boolean {
    const own = held.get(client)
    const [largest, responses] = [...held].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    if (responses.size > (own?.size ?? 0) + 1) return end(largest, responses.keys().next().value)
    return own !== undefined && end(client, oldestOfOthers(own, owner))
  }

  function end(client: string, outgoing: ServerResponse | undefined): boolean {
    if (!outgoing) return false
    leave(client, outgoing)
    outgoing.destroy()
    return true
  }

  return (client, outgoing, owner = '') => {
    // A response that is closed would never leave.
    if (outgoing.destroyed || (count >= most && !makeRoom(client, owner))) return false
    const own = held.get(client) ?? new Map<ServerResponse, string>()
    held.set(client, own.set(outgoing, owner))
    count += 1
    outgoing.once('close', () => leave(client, outgoing))
    return true
  }
}

/** The oldest response of the owner with the most, if that has more than `owner`. */
function oldestOfOthers(responses: Map<ServerResponse, string>, owner: string): ServerResponse | undefined {
  const counts = new Map([[owner, 0]])
  for (const one of responses.values()) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [largest] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
  if (largest === owner) return undefined
  return [...responses].find(([, one]) => one === largest)?.[0]
}
