import { getServers, setServers } from 'node:dns'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { RequestOptions, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  isPublicAddress,
  type OutboundOptions,
  OutboundRefusal,
  outboundScope,
  postOutside,
} from './outbound.server.ts'

const close: (() => void)[] = []
afterEach(() => {
  for (const one of close.splice(0)) one()
})

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '223.255.255.255', '2606:4700::1111'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('is refused without a connection', () => {
  it.each([
    'http://push.example/',
    'https://push.example:8443/',
    'https://user:secret@push.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'ftp://push.example/',
    'push.example',
  ])('%s', async (address) => {
    const { posted, sent } = post(address, { resolve: async () => ['8.8.8.8'] })
    await expect(posted).rejects.toThrow(OutboundRefusal)
    expect(sent).toEqual([])
  })

  it.each([[['10.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['8.8.8.8', '::1']], [[]]])(
    'a host with the addresses %j',
    async (addresses) => {
      const { posted, sent } = post('https://push.example/', { resolve: async () => addresses })
      await expect(posted).rejects.toThrow(OutboundRefusal)
      expect(sent).toEqual([])
    },
  )
})

it('connects to the addresses that were checked, without another lookup', async () => {
  let lookups = 0
  const resolve = async () => (lookups++ === 0 ? ['8.8.8.8', '2606:4700::1111'] : ['127.0.0.1'])
  const { posted, sent } = post('https://push.example/a?b=c', { resolve })
  expect(await posted).toBe(201)
  const [options] = sent
  expect(options).toMatchObject({ method: 'POST', host: 'push.example', path: '/a?b=c', agent: false })
  expect(await lookedUp(options, true)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await lookedUp(options, false)).toBe('8.8.8.8')
  expect(lookups).toBe(1)
})

it('sends the headers and the body', async () => {
  let received: { headers: IncomingMessage['headers']; body: string } | undefined
  const { posted } = post('https://push.example/', {}, async (message, response) => {
    const chunks = await message.toArray()
    received = { headers: message.headers, body: Buffer.concat(chunks).toString() }
    response.writeHead(201).end()
  })
  await posted
  expect(received).toMatchObject({ headers: { ttl: '60', 'content-length': '5' }, body: 'hello' })
})

describe('on a site that is on this machine (HOOK-5)', () => {
  const scope = outboundScope({ publicUrl: 'http://localhost:3000' })

  it.each(['127.0.0.1', 'localhost'])('posts to %s by http', async (host) => {
    const server = createServer((_, response) => response.writeHead(204).end()).listen(0, host)
    close.push(() => server.close().closeAllConnections())
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    const message = { headers: {}, body: Buffer.from('hello') }
    expect(await postOutside(`http://${host}:${port}/`, message, scope)).toBe(204)
  })

  it.each(['http://push.example/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'http://user@127.0.0.1/'])(
    'refuses %s',
    async (address) => {
      const { posted, sent } = post(address, scope)
      await expect(posted).rejects.toThrow(OutboundRefusal)
      expect(sent).toEqual([])
    },
  )

  it('refuses a name that leads to this machine', async () => {
    const { posted } = post('https://push.example/', { ...scope, resolve: async () => ['127.0.0.1'] })
    await expect(posted).rejects.toThrow(OutboundRefusal)
  })

  it('no other site is', () => {
    expect(outboundScope({ publicUrl: 'https://dojo.example' })).toEqual({ allowsLoopback: false })
  })
})

it('does not refuse a host whose addresses cannot be asked for', async () => {
  const servers = getServers()
  setServers(['127.0.0.1:9'])
  close.push(() => setServers(servers))
  const { posted, sent } = post('https://push.example/', { resolve: undefined })
  const error = await posted.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ syscall: 'queryA' })
  expect(error).not.toBeInstanceOf(OutboundRefusal)
  expect(sent).toEqual([])
})

it('does not follow a redirect', async () => {
  let requests = 0
  const { posted } = post('https://push.example/', {}, (_, response) => {
    requests++
    response.writeHead(307, { Location: 'https://127.0.0.1/' }).end()
  })
  expect([await posted, requests]).toEqual([307, 1])
})

it('gives up on an answer that is too large', async () => {
  const { posted } = post('https://push.example/', {}, (_, response) => {
    response.end(Buffer.alloc(70 * 1024))
  })
  await expect(posted).rejects.toThrow('more than 65536 bytes')
})

it.each([
  ['a host name that is not answered', { resolve: () => new Promise<string[]>(() => undefined) }],
  ['a server that does not answer', {}],
])('gives up on %s', async (_, options) => {
  const { posted } = post('https://push.example/', { ...options, timeoutMs: 50 }, () => undefined)
  await expect(posted).rejects.toThrow(/abort|timeout/i)
})

/** Posts with a fake resolver; what is sent goes to a server of this test. */
function post(
  address: string,
  options: OutboundOptions,
  listener: RequestListener = (_, response) => response.writeHead(201).end(),
) {
  const sent: RequestOptions[] = []
  const server = createServer(listener).listen(0, '127.0.0.1')
  close.push(() => server.close().closeAllConnections())
  const send = ((asked: RequestOptions, callback: (answer: IncomingMessage) => void) => {
    sent.push(asked)
    const { port } = server.address() as AddressInfo
    const { lookup: _, ...rest } = asked
    return httpRequest({ ...rest, host: '127.0.0.1', port }, callback)
  }) as unknown as typeof request
  const message = { headers: { TTL: '60' }, body: Buffer.from('hello') }
  const listening = new Promise((done) => server.once('listening', done))
  const posted = listening.then(() =>
    postOutside(address, message, { resolve: async () => ['8.8.8.8'], send, ...options }),
  )
  return { posted, sent }
}

function lookedUp(options: RequestOptions | undefined, all: boolean): Promise<unknown> {
  return new Promise((done, fail) =>
    options?.lookup?.('push.example', { all }, (error, address) => (error ? fail(error) : done(address))),
  )
}
