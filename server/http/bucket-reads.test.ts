import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import S3rver from 's3rver'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Services } from '#app/context.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { testDatabase } from '#test/database.ts'
import { listenerSites } from '#test/listener-site.ts'
import { listening } from '#test/listening.ts'
import { RawConnection } from '#test/raw-request.ts'
import { limitBucketReads } from './bucket-reads.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)
const directory = await mkdtemp(join(tmpdir(), 'dojo-bucket-'))
const configureBuckets = [{ name: 'dojo' }]
const bucket = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
const { port } = await bucket.run()
afterAll(async () => {
  await bucket.close()
  await rm(directory, { recursive: true })
})

const env = {
  S3_BUCKET: 'dojo',
  S3_REGION: 'eu-central-1',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: 'true',
  TRUST_PROXY: '1',
}

test('of one client 24 files of a bucket are read at the same time; others wait until these are sent', async () => {
  const gate = Promise.withResolvers<void>()
  let opened = 0
  const load = async (request: Request) => {
    if (new URL(request.url).pathname === '/media/fast.webp') return new Response('an image')
    opened += 1
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gate.promise
        controller.enqueue(Buffer.from('an image'))
        controller.close()
      },
    })
    return new Response(body)
  }
  const { origin, host } = await openSite({ load, env })
  const connections: RawConnection[] = []
  const ask = (path: string, client: string) => {
    const connection = new RawConnection(origin)
    connections.push(connection)
    connection.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\nConnection: close\r\n\r\n`,
    )
    return connection.response()
  }
  const slow = (length: number) => Array.from({ length }, () => ask('/media/slow.webp', '198.51.100.7'))
  const first = slow(2)
  await expect.poll(() => opened).toBe(2)
  const others = slow(28)
  await expect.poll(() => opened).toBe(24)
  expect((await ask('/media/fast.webp', '203.0.113.9')).body).toContain('an image')
  expect(opened).toBe(24)
  // Two are given up, so that two of the others are read.
  for (const connection of connections.slice(0, 2)) connection.end()
  await Promise.allSettled(first)
  await expect.poll(() => opened).toBe(26)
  gate.resolve()
  const answers = await Promise.all(others)
  expect(answers.map(({ status }) => status)).toEqual(Array(28).fill(200))
  expect(opened).toBe(30)
})

test('requests that wait for a bucket take no place of an image or a form', async () => {
  const asked: (string | undefined)[] = []
  const silent = createServer((request, response) => {
    if (request.method === 'HEAD') response.end()
    else asked.push(request.method)
  })
  const endpoint = await listening(silent)
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const stores = new Map<string, FileStore>()
  const load = async ({ url, method }: Request) => {
    const { pathname } = new URL(url)
    const files = stores.get(url)
    if (pathname.startsWith('/media/')) await files?.get('images/a.webp')
    else if (pathname === '/delete') await files?.deleteAll('images/a')
    return new Response(method)
  }
  const onContext = ({ files }: Services, url: string) => stores.set(url, files)
  const { origin, host } = await openSite({ load, onContext, env: { ...env, S3_ENDPOINT: endpoint } })
  const send = (method: string, path: string, client: number) => {
    const connection = new RawConnection(origin)
    connection.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nX-Forwarded-For: 198.51.100.${client}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    onTestFinished(() => connection.end())
    return connection.response()
  }
  for (let client = 0; client < 20; client++)
    void send('GET', `/media/${client}.webp`, client).catch(() => undefined)
  await expect.poll(() => asked).toHaveLength(20)
  for (let client = 0; client < 20; client++) void send('POST', '/delete', client).catch(() => undefined)
  // So many are deleted at the same time.
  await expect.poll(() => asked).toHaveLength(28)
  expect((await send('POST', '/vote', 100)).body).toContain('POST')
})

test('a response that was closed before its read takes no place', async () => {
  const read = limitBucketReads(1)
  const answer = async (isClosed: boolean) => {
    const outgoing = new Writable({ write: () => undefined })
    if (isClosed) outgoing.destroy()
    await setImmediate()
    const reader = { client: isClosed ? 'gone' : 'other', outgoing: outgoing as unknown as ServerResponse }
    return read({ ...reader, signal: new AbortController().signal }, async () => new Response())
  }
  expect(await answer(true)).toBeNull()
  expect((await answer(false))?.status).toBe(200)
})

test('a further read ends the oldest one of the client with the most, if that has more', async () => {
  const read = limitBucketReads(3)
  const ask = (client: string) => {
    const outgoing = new Writable({ write: () => undefined }) as unknown as ServerResponse
    const { signal } = new AbortController()
    return { outgoing, answer: read({ client, outgoing, signal }, async () => new Response()) }
  }
  const most = ['198.51.100.7', '198.51.100.7', '198.51.100.7'].map(ask)
  const another = ask('203.0.113.9')
  expect((await another.answer)?.status).toBe(200)
  expect(most.map(({ outgoing }) => outgoing.destroyed)).toEqual([true, false, false])
  expect(await ask('203.0.113.9').answer).toBeNull()
  another.outgoing.destroy()
  await setImmediate()
  expect((await ask('203.0.113.10').answer)?.status).toBe(200)
})
