import type { ServerResponse } from 'node:http'

/** Takes a place for a response until the client has it whole. False if none is free for this client. */
export type HeldPlaces = (client: string, outgoing: ServerResponse) => boolean

/** `most` places. Beyond these, the oldest response of the client with the most is ended for a client with fewer. */
export function heldPlaces(most: number): HeldPlaces {
  const held = new Map<string, Set<ServerResponse>>()
  let count = 0

  function leave(client: string, outgoing: ServerResponse): void {
    const own = held.get(client)
    if (!own?.delete(outgoing)) return
    count -= 1
    if (own.size === 0) held.delete(client)
  }

  function endOldest(own: number): boolean {
    const [client, largest] = [...held].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    const [oldest] = largest
    if (!oldest || largest.size <= own + 1) return false
    leave(client, oldest)
    oldest.destroy()
    return true
  }

  return (client, outgoing) => {
    const own = held.get(client) ?? new Set()
    // A response that is closed would never leave.
    if (outgoing.destroyed || (count >= most && !endOldest(own.size))) return false
    held.set(client, own.add(outgoing))
    count += 1
    outgoing.once('close', () => leave(client, outgoing))
    return true
  }
}
