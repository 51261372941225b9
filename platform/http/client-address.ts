import { isIP } from 'node:net'

/** Set by the server on every request, never taken from outside. */
export const clientAddressHeader = 'x-client-address'

/** The address that a request's limits are counted by: an IPv4 address, or an IPv6 network of 64 bits as 'a:b:c:d::/64'. */
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

/**
 * The networks of an address as `clientAddress` gives it, narrowest first. A customer can have a /48, and with it 65,536
 * networks of 64 bits; a /32 belongs to a provider. An IPv4 address has no wider network.
 */
export function networksOf(address: string): string[] {
  const groups = /^(.*)::\/64$/.exec(address)?.[1]?.split(':')
  if (!groups) return [address]
  return [address, `${groups.slice(0, 3).join(':')}::/48`, `${groups.slice(0, 2).join(':')}::/32`]
}

function network(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address, in any of its spellings. */
function groupsOf(address: string): number[] {
  const bare = (address.split('%')[0] as string).replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = [], tail = []] = bare.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
