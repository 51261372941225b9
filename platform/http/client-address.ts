import { BlockList, isIP } from 'node:net'

/** Set by the server on every request; a client's value is dropped. */
export const clientAddressHeader = 'x-client-address'

/** The address for rate limits: an IPv4 address, or an IPv6 /64 network as 'a:b:c:d::/64'. */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown'
}

/**
 * The client's address behind `proxies` trusted proxies, each of which appends the address it saw to X-Forwarded-For.
 * Values further left come from the client and are not trusted.
 */
export function addressBehind(
  socketAddress: string,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  if (proxies === 0) return network(socketAddress)
  const seen = (forwardedFor ?? '').split(',').flatMap((part) => part.trim() || [])
  const claimed = withoutPort(seen[Math.max(0, seen.length - proxies)] ?? '')
  return network(isIP(claimed) ? claimed : socketAddress)
}

/** Some proxies append the client with its port: 203.0.113.9:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^"?(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

/** The network whose members are compared: an IPv4 /24, or an IPv6 /48, which is the least that a customer gets. */
export function votingNetwork(address: string): string {
  if (isIP(address) === 4) return `${address.split('.', 3).join('.')}.0/24`
  return address.replace(/^((?:[^:]+:){2}[^:]+):[^:]+::\/64$/, '$1::/48')
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

function groupsOf(address: string): number[] {
  // A host name of a URL has an IPv4 address at the end as two groups.
  const bare = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = bare.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

const ownNetworks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']

/**
 * Whether the peer of a connection may be a proxy of this site: it is on this machine, in a private network, or in
 * `listed` (addresses, or networks such as '203.0.113.0/24').
 */
export function trustedPeers(listed: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of [...ownNetworks, ...listed]) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
}

export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
