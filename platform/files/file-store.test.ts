import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startBucket } from '#test/bucket.ts'
import { listening } from '#test/listening.ts'
import { openFileStore } from './file-store.server.ts'
import { type FileStore, FileStoreError } from './file-store.ts'
import type { S3Timeouts } from './s3-store.server.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'dojo-files-'))
const bucket = await startBucket(join(dataDir, 's3'))
const { s3 } = bucket
afterAll(async () => {
  await bucket.close()
  await rm(dataDir, { recursive: true })
})

const stores: [string, FileStore][] = [
  ['a folder', await openFileStore({ dataDir, s3: undefined })],
  ['a bucket', await openFileStore({ dataDir, s3 })],
]

describe.each(stores)('files in %s', (_, store) => {
  test('are returned unchanged', async () => {
    const bytes = new Uint8Array(100_000).map((_, i) => i % 251)
    await store.put('round/trip.bin', bytes, 'application/octet-stream')
    const found = await store.get('round/trip.bin')
    expect(found?.size).toBe(bytes.length)
    const read = await found?.stream.toArray()
    expect(Buffer.concat(read ?? []).equals(bytes)).toBe(true)
  })

  test('are replaced', async () => {
    await put(store, 'replaced/a.txt', 'one')
    await put(store, 'replaced/a.txt', 'three')
    expect(await content(store, 'replaced/a.txt')).toBe('three')
  })

  test('that do not exist are null, and may be deleted', async () => {
    expect(await store.get('nowhere/a.txt')).toBeNull()
    await store.delete('nowhere/a.txt')
    await store.deleteAll('nowhere')
    expect(await names(store, 'nowhere')).toEqual([])
  })

  test('are deleted one by one or with their folder', async () => {
    for (const key of ['del/a/1.txt', 'del/a/2.txt', 'del/ab/1.txt', 'del/b/1.txt'])
      await put(store, key, key)
    await store.delete('del/a/1.txt')
    expect(await names(store, 'del/a')).toEqual(['2.txt'])
    await store.deleteAll('del/a')
    expect(await names(store, 'del')).toEqual(['ab', 'b'])
    expect(await content(store, 'del/ab/1.txt')).toBe('del/ab/1.txt')
  })
})

test('files that are read slowly leave connections to the bucket for others', async () => {
  const store = await openFileStore({ dataDir, s3 })
  await store.put('slow/a.webp', new Uint8Array(1_000_000), 'image/webp')
  const found = await Promise.all(Array.from({ length: 60 }, () => store.get('slow/a.webp')))
  await store.check()
  await put(store, 'slow/b.txt', 'written')
  expect(await content(store, 'slow/b.txt')).toBe('written')
  for (const file of found) file?.stream.destroy()
})

test('a bucket is listed past one page', async () => {
  // s3rver cannot page on this Node.
  const pages = createServer((request, response) => {
    const second = request.url?.includes('continuation-token=next')
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>'
    const folder = `<CommonPrefixes><Prefix>images/${second ? 'b' : 'a'}/</Prefix></CommonPrefixes>`
    response.setHeader('content-type', 'application/xml')
    response.end(`<ListBucketResult>${second ? '' : more}${folder}</ListBucketResult>`)
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const endpoint = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const store = await openFileStore({ dataDir, s3: { ...s3, endpoint } })
  expect(await names(store, 'images')).toEqual(['a', 'b'])
  pages.closeAllConnections()
  pages.close()
})

describe('a bucket that fails', () => {
  const timeouts = { connection: 2_000, read: 2_000, request: 2_000, idle: 2_000 }

  async function failingBucket(answer: RequestListener) {
    const asked: (string | undefined)[] = []
    const bucket = createServer((request, response) => {
      if (request.method === 'HEAD') response.end()
      else {
        asked.push(request.method)
        request.resume()
        answer(request, response)
      }
    })
    const endpoint = await listening(bucket)
    onTestFinished(() => {
      bucket.closeAllConnections()
      bucket.close()
    })
    const faults: FileStoreError[] = []
    const open = (limits: Partial<S3Timeouts>) =>
      openFileStore({ dataDir, s3: { ...s3, endpoint } }, (error) => faults.push(error), {
        ...timeouts,
        ...limits,
      })
    return { open, asked, faults }
  }

  test('fails reads and writes after two attempts, as errors of the store', async () => {
    const { open, asked, faults } = await failingBucket(() => {})
    const reading = await open({ read: 50 })
    await expect(reading.get('images/a.webp')).rejects.toThrow(FileStoreError)
    const writing = await open({ request: 50 })
    await expect(put(writing, 'images/a.webp', 'x')).rejects.toThrow(FileStoreError)
    expect(asked).toEqual(['GET', 'GET', 'PUT', 'PUT'])
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^could not read images\/a.webp: .*50 ms/),
      expect.stringMatching(/^could not write images\/a.webp: .*50 ms/),
    ])
  })

  test('has stored nothing if another server answers in its place', async () => {
    const { open } = await failingBucket((_, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>')
    })
    const store = await open({})
    await expect(put(store, 'images/a.webp', 'x')).rejects.toThrow(
      'could not write images/a.webp: the answer is not that of a bucket',
    )
  })

  test('leaves its connections to others while many files wait to be deleted', async () => {
    const { open, asked } = await failingBucket(() => {})
    const store = await open({ request: 500 })
    const deleting = Array.from({ length: 100 }, (_, n) =>
      store.deleteAll(`images/${n}`).catch(() => undefined),
    )
    await expect.poll(() => asked.length).toBe(8)
    await store.check()
    await Promise.all(deleting)
  })

  test('ends a file that it has begun to send', async () => {
    const { open } = await failingBucket((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('the first part')
    })
    const store = await open({ idle: 50 })
    const found = await store.get('images/a.webp')
    await expect(found?.stream.toArray()).rejects.toThrow('50 ms')
  })
})

describe('a folder', () => {
  test('never shows a partial file', async () => {
    const [, store] = stores[0] as [string, FileStore]
    const contents = ['a', 'b'].map((letter) => letter.repeat(300_000))
    await put(store, 'busy.txt', contents[0] as string)
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, i) => put(store, 'busy.txt', contents[i % 2] as string)),
    )
    for (let i = 0; i < 40; i++) expect(contents).toContain(await content(store, 'busy.txt'))
    await writing
    expect(await readdir(join(dataDir, 'files/.unfinished'))).toEqual(['probe'])
  })

  test('removes old partial files of a process that died, and no newer ones', async () => {
    const other = join(dataDir, 'other')
    await mkdir(join(other, 'files/.unfinished'), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(join(other, 'files/.unfinished', name), 'half')
    await utimes(join(other, 'files/.unfinished/old'), new Date(), new Date(Date.now() - 2 * 3_600_000))
    await openFileStore({ dataDir: other, s3: undefined })
    expect((await readdir(join(other, 'files/.unfinished'))).sort()).toEqual(['new', 'probe'])
  })

  test('cannot be left by a key', async () => {
    const [, store] = stores[0] as [string, FileStore]
    await expect(put(store, '../escaped.txt', 'x')).rejects.toThrow(FileStoreError)
    await expect(store.get('../../etc/passwd')).rejects.toThrow(FileStoreError)
  })
})

describe('an error', () => {
  test('while writing is thrown, reported, and leaves no file', async () => {
    const heard: FileStoreError[] = []
    const full = join(dataDir, 'full')
    const store = await openFileStore({ dataDir: full, s3: undefined }, (error) => heard.push(error))
    await writeFile(join(full, 'files/images'), 'a file where a folder should be')
    await expect(put(store, 'images/a.txt', 'x')).rejects.toThrow(
      /^could not write images\/a.txt: ENOTDIR|EEXIST/,
    )
    expect(heard).toHaveLength(1)
    expect(await readdir(join(full, 'files/.unfinished'))).toEqual(['probe'])
  })

  test('of the folder is detected at the start', async () => {
    await writeFile(join(dataDir, 'a-file'), '')
    const opening = openFileStore({ dataDir: join(dataDir, 'a-file'), s3: undefined })
    await expect(opening).rejects.toThrow(/^the folder '.*a-file\/files' for files cannot be used: ENOTDIR/)
  })

  test('of the bucket is detected at the start', async () => {
    await expect(openFileStore({ dataDir, s3: { ...s3, bucket: 'other' } })).rejects.toThrow(
      "the bucket 'other' for files cannot be used: there is no such bucket",
    )
    await expect(openFileStore({ dataDir, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } })).rejects.toThrow(
      /^the bucket 'dojo' for files cannot be used: .*ECONNREFUSED/,
    )
  })
})

function put(store: FileStore, key: string, content: string): Promise<void> {
  return store.put(key, Buffer.from(content), 'text/plain')
}

async function content(store: FileStore, key: string): Promise<string | undefined> {
  const found = await store.get(key)
  return found ? text(found.stream) : undefined
}

async function names(store: FileStore, folder: string): Promise<string[]> {
  const found: string[] = []
  for await (const name of store.list(folder)) found.push(name)
  return found.sort()
}
