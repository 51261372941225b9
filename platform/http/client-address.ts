import { isIP } from 'node:net'

/** Set by the server on every request, never taken from outside. */
export const clientAddressHeader = 'x-client-address'

/** The address that a request's limits are counted by; an IPv6 network of one customer counts as one. */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown'
}

/**
 * The client's address behind `proxies` proxies of ours, each of which appends the address it saw to
 * X-Forwarded-For. What stands further left was sent by the client and proves nothing.
 */
export function addressBehind(
  socketAddress: string,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  if (proxies === 0) return network(socketAddress)
  const seen = (forwardedFor ?? '').split(',').flatMap((part) => part.trim() || [])
  const claimed = seen[Math.max(0, seen.length - proxies)] ?? ''
  return network(isIP(claimed) ? claimed : socketAddress)
}

function network(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(bare) === 6 ? `${firstGroups(bare, 4)}::/64` : bare
}

function firstGroups(address: string, count: number): string {
  const [left = '', right = ''] = (address.split('%')[0] as string).split('::')
  const head = left.split(':').filter(Boolean)
  const tail = right.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
    : []
  return [...head, ...zeros, ...tail].slice(0, count).join(':')
}
