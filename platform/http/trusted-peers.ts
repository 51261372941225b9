import { BlockList, isIP } from 'node:net'

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
