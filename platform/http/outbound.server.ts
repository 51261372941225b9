import { Resolver } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { isLoopback } from '#platform/config/loopback.ts'

/** The address may not be requested: it is malformed, or its host is not on the public internet. */
export class OutboundRefusal extends Error {}

interface OutboundPost {
  headers: Record<string, string>
  body: Buffer
}

export interface OutboundScope {
  /** Addresses of this machine too, by http and at any port: for a site that is on this machine itself. */
  allowsLoopback?: boolean
}

/** A site that only this machine reaches may post to this machine, as the demo does. */
export function outboundScope({ publicUrl }: { publicUrl: string }): OutboundScope {
  return { allowsLoopback: isLoopback(new URL(publicUrl).hostname) }
}

export interface OutboundOptions extends OutboundScope {
  /** All addresses of a host name. */
  resolve?: (host: string) => Promise<string[]>
  send?: typeof request
  timeoutMs?: number
}

const mostBytes = 64 * 1024

const notPublic = listOf(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)
/** The only public IPv6 addresses, without those above. Neither IPv4-mapped nor translated addresses are in it. */
const publicIpv6 = listOf('2000::/3')

/**
 * Posts to an address that a browser or an organiser named, and returns the status of the answer. The host may have public
 * addresses only, and the connection is made to one that was checked. Redirects are not followed. Throws
 * OutboundRefusal for an address that may not be requested, other errors where there is no answer in 10 seconds or it
 * exceeds 64 KB.
 */
export async function postOutside(
  address: string,
  { headers, body }: OutboundPost,
  { resolve = allAddresses, send, timeoutMs = 10_000, ...scope }: OutboundOptions = {},
): Promise<number> {
  const url = outboundUrl(address, scope)
  if (!url) throw new OutboundRefusal('only https addresses at the default port are requested')
  const signal = AbortSignal.timeout(timeoutMs)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = isLocalUrl(url, scope)
  const addresses = isLocal || isIP(host) ? [host] : await before(signal, resolve(host))
  if (addresses.length === 0 || !(isLocal || addresses.every(isPublicAddress)))
    throw new OutboundRefusal(`${host} is not a public host`)
  const options: RequestOptions = {
    method: 'POST',
    host,
    ...(url.port && { port: url.port }),
    path: url.pathname + url.search,
    headers: { ...headers, 'Content-Length': body.byteLength },
    ...(!isLocal && { lookup: lookupOf(addresses) }),
    agent: false,
    signal,
  }
  return new Promise((done, fail) => {
    const post = send ?? (url.protocol === 'http:' ? httpRequest : request)
    const sent = post(options, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > mostBytes) answer.destroy(new Error(`${host} sent more than ${mostBytes} bytes`))
      })
      answer.on('error', fail)
      answer.on('end', () => done(answer.statusCode ?? 0))
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** The URL if it is of https, at the default port and without credentials, or one of this machine that is allowed. */
export function outboundUrl(address: string, scope: OutboundScope = {}): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password) return undefined
  return (url.protocol === 'https:' && !url.port) || isLocalUrl(url, scope) ? url : undefined
}

function isLocalUrl({ protocol, hostname }: URL, { allowsLoopback = false }: OutboundScope): boolean {
  return allowsLoopback && /^https?:$/.test(protocol) && isLoopback(hostname)
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** By queries of its own: `lookup` would hold the few threads that all lookups of the process share. */
async function allAddresses(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  // Nothing is known of the host then, so it is no refusal.
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Gives a connection the addresses that were checked: a second lookup may answer with others. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, callback) => {
    const [first] = known
    if (all) callback(null, known)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function before<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) =>
      signal.addEventListener('abort', () => fail(signal.reason), { once: true }),
    ),
  ])
}

function listOf(...subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}
