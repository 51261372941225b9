import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '#app/context.ts'
import { mostCopies } from '#platform/files/s3-store.server.ts'
import { testDatabase } from '#test/database.ts'
import { listenerSites } from '#test/listener-site.ts'
import { heldPlaces } from './held-places.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)

function response() {
  return new Writable({ write: () => undefined }) as unknown as ServerResponse
}

test('a response that is closed already takes no place', async () => {
  const takePlace = heldPlaces(1)
  const closed = response()
  closed.destroy()
  await setImmediate()
  expect(takePlace('gone', closed)).toBe(false)
  expect(takePlace('other', response())).toBe(true)
})

test('a further response ends the oldest one of the client with the most, if that has more', async () => {
  const takePlace = heldPlaces(3)
  const most = [response(), response(), response()]
  for (const one of most) expect(takePlace('198.51.100.7', one)).toBe(true)
  const another = response()
  expect(takePlace('203.0.113.9', another)).toBe(true)
  expect(most.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  expect(takePlace('203.0.113.9', response())).toBe(false)
  another.destroy()
  await setImmediate()
  expect(takePlace('203.0.113.10', response())).toBe(true)
})

test('of one client, the oldest response of the owner with the most is ended for an owner with fewer', async () => {
  const takePlace = heldPlaces(4)
  const held = ['one', 'other', 'other', 'one'].map((owner) => {
    const outgoing = response()
    expect(takePlace('198.51.100.7', outgoing, owner)).toBe(true)
    return outgoing
  })
  expect(takePlace('198.51.100.7', response(), 'one')).toBe(false)
  expect(takePlace('198.51.100.7', response(), 'third')).toBe(true)
  expect(held.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false])
})

test('downloads that their clients do not read leave others a place, also behind the same address', async () => {
  let started = 0
  const places = new Map<string, Services['holdDownload']>()
  const load = async ({ url }: Request) => {
    const member = new URL(url).searchParams.get('member') ?? ''
    if (!places.get(url)?.(member)) return new Response(null, { status: 503 })
    started += 1
    return new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(65_536)) }),
    )
  }
  const onContext = ({ holdDownload }: Services, url: string) => places.set(url, holdDownload)
  const { origin, host } = await openSite({ load, onContext, env: { TRUST_PROXY: '1' } })
  const { hostname, port } = new URL(origin)
  let count = 0
  /** Nothing is read of it until someone listens. */
  const download = (client: string, member: string) => {
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /profile/account/download?member=${member}&${count++} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nX-Forwarded-For: ${client}\r\nContent-Length: 0\r\n\r\n`,
    )
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const firstLine = async (socket: Socket) => {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString('latin1').split('\r\n', 1)[0]
  }
  for (let place = 0; place < mostCopies; place++) download('198.51.100.7', `greedy-${place % 2}`)
  await expect.poll(() => started).toBe(mostCopies)
  expect(await firstLine(download('198.51.100.7', 'greedy-0'))).toContain('503')
  expect(await firstLine(download('198.51.100.7', 'honest'))).toContain('200')
  expect(await firstLine(download('203.0.113.9', 'elsewhere'))).toContain('200')
})
