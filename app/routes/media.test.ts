import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { type Services, servicesContext } from '#app/context.ts'
import { loadViewer } from '#app/session.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { newId } from '#platform/id.server.ts'
import { loader } from './media.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'dojo-media-'))
const stored = await openFileStore({ dataDir, s3: undefined })
const opened: Readable[] = []
const files: FileStore = {
  ...stored,
  async get(key) {
    const file = await stored.get(key)
    if (file) opened.push(file.stream)
    return file
  },
}
const id = newId()
const bytes = Buffer.alloc(200_000, 'picture')
await files.put(`images/${id}/480.webp`, bytes, 'image/webp')
afterAll(() => rm(dataDir, { recursive: true }))

function get(path: string, init?: RequestInit): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(servicesContext, { files } as Services)
  const [imageId, file] = path.split('/')
  const request = new Request(`http://localhost/media/${path}`, init)
  return loader({ request, params: { id: imageId, file }, context } as unknown as LoaderFunctionArgs)
}

test('an image is served, for ever', async () => {
  const response = await get(`${id}/480.webp`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'image/webp',
    'content-length': '200000',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: `"${id}-480"`,
  })
  expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
})

test('HEAD answers the same without the image', async () => {
  const response = await get(`${id}/480.webp`, { method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe('200000')
  expect(response.body).toBeNull()
  expect(opened.at(-1)?.destroyed).toBe(true)
})

test('who has it already is told so', async () => {
  const response = await get(`${id}/480.webp`, { headers: { 'if-none-match': `"other", W/"${id}-480"` } })
  expect(response.status).toBe(304)
  expect(response.body).toBeNull()
  expect(opened.at(-1)?.destroyed).toBe(true)
})

test('who goes away leaves no file open', async () => {
  const leaving = new AbortController()
  const response = await get(`${id}/480.webp`, { signal: leaving.signal })
  leaving.abort()
  expect(opened.at(-1)?.destroyed).toBe(true)
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('no session is looked up or extended by an image', async () => {
  const headers = { cookie: `session=${'a'.repeat(43)}` }
  const request = new Request(`http://localhost/media/${id}/480.webp`, { headers })
  expect(await loadViewer({} as Services, request)).toEqual({ viewer: null })
})

test.each([
  `${newId()}/480.webp`,
  `${id}/960.webp`,
  `${id}/481.webp`,
  `${id}/480.png`,
  `${id}/480.webp.svg`,
  `${id}/0480.webp`,
  `${id}/`,
  'no-id/480.webp',
  '..%2f..%2fetc/480.webp',
])('%s is not found', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
})
