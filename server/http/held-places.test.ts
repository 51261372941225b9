import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
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

test('downloads that their clients do not read leave others a place', async () => {
  let started = 0
  let canceled = 0
  const load = async ({ headers }: Request) => {
    if (headers.get('cookie')) return new Response(null, { status: 401 })
    started += 1
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
      cancel() {
        canceled += 1
      },
    })
    return new Response(body)
  }
  const { origin, host } = await openSite({ load, env: { TRUST_PROXY: '1' } })
  const { hostname, port } = new URL(origin)
  /** Nothing is read of it until someone listens. */
  const download = (client: string, more = '') => {
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /profile/account/download HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nX-Forwarded-For: ${client}\r\n${more}Content-Length: 0\r\n\r\n`,
    )
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const firstLine = async (socket: Socket) => {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    return chunk.toString('latin1').split('\r\n', 1)[0]
  }
  for (let count = 0; count < mostCopies; count++) download('198.51.100.7')
  await expect.poll(() => started).toBe(mostCopies)
  expect(await firstLine(download('198.51.100.7'))).toContain('503')
  expect(canceled).toBe(1)
  // One that is refused for another reason takes none.
  expect(await firstLine(download('203.0.113.9', 'Cookie: session=ended\r\n'))).toContain('401')
  expect(canceled).toBe(1)
  expect(await firstLine(download('203.0.113.9'))).toContain('200')
  await expect.poll(() => canceled).toBe(2)
})
