import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openUploadFolder } from '#platform/files/upload-folder.server.ts'
import { type ParsedUpload, parseUpload, withUpload } from './upload.server.ts'

const megabyte = 1024 * 1024
const maxFileBytes = 2 * megabyte

const folder = await mkdtemp(join(tmpdir(), 'dojo-uploads-'))
let time = 0
const uploads = await openUploadFolder(folder, { inAll: 4, perClient: 2, perAddress: 4 }, () => time)
afterAll(() => rm(folder, { recursive: true }))

type Content = ParsedUpload & { content?: Buffer }

/** Receives a form as an avatar's, with the content of its file while that exists. */
async function parse(body: BodyInit, headers: Record<string, string> = {}): Promise<Content> {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('http://localhost/', init)
  const options = { uploads, client: 'ann', purpose: 'avatar' } as const
  try {
    return await withUpload(request, options, async (upload) => {
      const content = upload.file && (await readFile(upload.file.path))
      return { ...upload, ...(content && { content }) }
    })
  } finally {
    expect(await readdir(folder)).toEqual([])
  }
}

function form(...files: File[]): FormData {
  const data = new FormData()
  data.append('title', 'Ink & ｆｏｇ')
  for (const file of files) data.append('image', file)
  data.append('description', 'after the file')
  return data
}

function file(size: number, name = 'a.png'): File {
  return new File([new Uint8Array(size).fill(7)], name, { type: 'image/png' })
}

function text({ fields }: ParsedUpload) {
  return Object.fromEntries(fields)
}

const input = { title: 'Ink & ｆｏｇ', description: 'after the file' }
const tooLarge = 'Please upload an image smaller than 2MB'

describe('a form with a file', () => {
  test('returns its text and its file', async () => {
    const upload = await parse(form(file(1000)))
    expect(text(upload)).toEqual(input)
    expect(upload.file?.name).toBe('a.png')
    expect(upload.content?.equals(new Uint8Array(1000).fill(7))).toBe(true)
    expect(upload.refusal).toBeUndefined()
  })

  test('accepts only files under the limit', async () => {
    expect((await parse(form(file(maxFileBytes - 1)))).content?.length).toBe(maxFileBytes - 1)
    const refused = await parse(form(file(maxFileBytes)))
    expect(refused.refusal?.message).toBe(tooLarge)
    expect(refused.file).toBeUndefined()
  })

  test('keeps its text when the file is far too large', async () => {
    const upload = await parse(form(file(20 * megabyte)))
    expect(upload.refusal?.message).toBe(tooLarge)
    expect(text(upload)).toEqual(input)
  })

  test('may have no file', async () => {
    const upload = await parse(form(new File([], '', { type: 'application/octet-stream' })))
    expect(upload).toEqual({ fields: expect.any(FormData) })
    expect(text(upload)).toEqual(input)
  })

  test('returns an empty file that was chosen', async () => {
    expect((await parse(form(file(0)))).file).toMatchObject({ name: 'a.png', size: 0 })
  })

  test('accepts one file only', async () => {
    const upload = await parse(form(file(10), file(10)))
    expect(upload.refusal?.message).toBe('Please choose one image only')
    expect(text(upload)).toEqual(input)
  })

  test('may arrive without a length and in small chunks', async () => {
    const whole = new Uint8Array(await new Response(form(file(50_000))).arrayBuffer())
    const boundary = Buffer.from(whole.subarray(2, 200)).toString('latin1').split('\r\n')[0] ?? ''
    const upload = await parse(crumbs(whole, 97), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
    expect(upload.content?.equals(new Uint8Array(50_000).fill(7))).toBe(true)
    expect(text(upload)).toEqual(input)
  })
})

describe('a plain form', () => {
  test('returns its text', async () => {
    const upload = await parse(new URLSearchParams(input))
    expect(text(upload)).toEqual(input)
    expect(upload.file).toBeUndefined()
  })
})

function boundaryOf(boundary: string) {
  return { 'content-type': `multipart/form-data; boundary=${boundary}` }
}

describe('the upload parser refuses', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

  test.each([
    [
      'a length above the limit',
      () => parse('--x--', { ...multipart, 'content-length': `${25 * megabyte + 1}` }),
    ],
    ['a body above the limit', () => parse(form(file(26 * megabyte)))],
    ['an endless body', () => parse(endless(), multipart)],
    [
      'an endless plain form',
      () => parse(endless(), { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    ['a text of more than 64 KB', () => parse(withText('x'.repeat(64 * 1024 + 1)))],
    ['texts of more than 65,536 characters', () => parse(withText('x'.repeat(40_000), 'x'.repeat(26_000)))],
    ['a plain text of more than 64 KB', () => parse(new URLSearchParams({ a: 'x'.repeat(64 * 1024 + 1) }))],
    ['a field with a long name', () => parse(new URLSearchParams({ ['x'.repeat(300)]: 'a' }))],
    ['more than 30 fields', () => parse(manyFields(31))],
    ['a part with a head of more than 4 KB', () => parse(form(file(10, 'x'.repeat(5_000))))],
    ['a file in a field with a long name', () => parse(withFile('x'.repeat(300)))],
    ['more than 30 plain fields', () => parse(new URLSearchParams('a=b&'.repeat(31)))],
    ['more than 20 files', () => parse(form(...Array.from({ length: 21 }, () => file(1))))],
  ])('%s, with 413', async (_, parsing) => {
    await expect(parsing()).rejects.toMatchObject({ status: 413 })
  })

  test.each([
    ['text', 'text/plain'],
    ['JSON', 'application/json'],
    ['a mixture', 'multipart/mixed; boundary=x'],
    ['something like a form', 'multipart/form-dataset; boundary=x'],
  ])('%s, with 415', async (_, type) => {
    await expect(parse('a=b', { 'content-type': type })).rejects.toMatchObject({ status: 415 })
  })

  test.each([
    ['without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['with a boundary of 71', 'x'.repeat(600), boundaryOf('b'.repeat(71))],
    // The parser does not end with this one.
    ['with a boundary of 252', 'x'.repeat(600), boundaryOf('b'.repeat(252))],
    ['with a second boundary', 'x'.repeat(600), boundaryOf(`b; boundary=${'b'.repeat(252)}`)],
    ['with an encoded boundary', 'x'.repeat(600), boundaryOf(`b; boundary*=utf-8''${'b'.repeat(252)}`)],
    ['without parts', 'hello', multipart],
    ['cut off in its file', cut('image/png'), multipart],
    ['cut off in a text', cut('image/png').slice(0, 60), multipart],
  ])('a form %s, with nothing kept', async (_, body, headers) => {
    const upload = await parse(body, headers)
    expect(upload.refusal?.message).toBe(
      'Network error while uploading image. Please check your internet connection.',
    )
    expect(upload.file).toBeUndefined()
    expect(text(upload)).toEqual({})
  })
})

test('a plain form is parsed once it has ended, or as far as it came', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `title=Ink+%26+paper&empty=&=nameless&bio=${'+'.repeat(60_000)}&odd=%E4%BD%A0%zz`
  const { fields } = await parse(body, type)
  expect([...fields].map(([name, value]) => [name, String(value).length])).toEqual([
    ['title', 11],
    ['empty', 0],
    ['bio', 60_000],
    ['odd', 4],
  ])
  expect([fields.get('title'), fields.get('odd')]).toEqual(['Ink & paper', '你%zz'])
  const late = new AbortController()
  const unfinished = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('title=Ink&bio=half')),
  })
  const init = { method: 'POST', body: unfinished, headers: type, duplex: 'half' }
  const request = new Request('http://localhost/', init)
  const reading = parseUpload(request, { maxFileBytes: 0, signal: late.signal })
  setTimeout(() => late.abort(), 20)
  const upload = await reading
  expect([text(upload), upload.refusal?.code, upload.unreadable]).toEqual([{ title: 'Ink' }, 'busy', true])
})

test('accepts 30 fields, with 65,536 characters in all', async () => {
  const data = manyFields(27)
  for (const name of ['title', 'description', 'process']) data.append(name, '忍'.repeat(21_800))
  const { fields } = await parse(data)
  expect([...fields]).toHaveLength(30)
  expect(String(fields.get('description'))).toBe('忍'.repeat(21_800))
})

describe('uploads in progress', () => {
  const busy = {
    ok: false,
    code: 'busy',
    message: 'Image upload failed: the dojo is busy, please try again in a moment',
  }

  /** Receives an upload for each client at once, and answers with the refusals. */
  async function receive(clients: string[], body: () => FormData) {
    const all = Promise.withResolvers<void>()
    let arrived = 0
    const receiving = clients.map((client) => {
      const request = new Request('http://localhost/', { method: 'POST', body: body() })
      return withUpload(request, { uploads, client, purpose: 'avatar' }, async (upload) => {
        if (++arrived === clients.length) all.resolve()
        await all.promise
        expect(text(upload)).toEqual(input)
        return upload.refusal ?? null
      })
    })
    return Promise.all(receiving)
  }

  test('are limited for each client, and the text is kept', async () => {
    const refusals = await receive(['ann', 'ann', 'ann', 'bob'], () => form(file(1000)))
    expect(refusals).toEqual([null, null, busy, null])
    expect(await readdir(folder)).toEqual([])
  })

  test('are limited in all', async () => {
    const refusals = await receive(['a', 'b', 'c', 'd', 'e'], () => form(file(1000)))
    expect(refusals).toEqual([null, null, null, null, busy])
    expect(await receive(['a', 'b', 'c', 'd', 'e'], () => form())).toEqual(Array(5).fill(null))
  })

  const stalled = () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(cut('image/png'))),
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body, headers, duplex: 'half' }
    return new Request('http://localhost/', init)
  }
  const uploadOf = (client: string, request: Request) =>
    withUpload(request, { uploads, client, purpose: 'avatar' }, async (upload) => upload)

  test('without a place are not awaited for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const places = [uploads.admit('ann', ''), uploads.admit('ann', '')]
    const refused = uploadOf('ann', stalled())
    await vi.advanceTimersByTimeAsync(10_000)
    const { fields, refusal, unreadable } = await refused
    expect([fields.get('title'), refusal?.code, unreadable]).toEqual(['Ink', 'busy', true])
    for (const place of places) await place?.release()
  })

  /** How much of a body without an end is read, and what becomes of it. */
  async function readOf(client: string | null) {
    let sent = 0
    const counted = new TransformStream<Uint8Array>({
      transform(chunk, controller) {
        for (let at = 0; at < chunk.length; at += 16_384) controller.enqueue(chunk.subarray(at, at + 16_384))
        sent += chunk.length
      },
    })
    const body = endless(64 * 1024).pipeThrough(counted)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body, headers, duplex: 'half' }
    const request = new Request('http://localhost/', init)
    const upload = await withUpload(request, { uploads, client, purpose: 'avatar' }, async (read) => read)
    expect([upload.fields.get('title'), upload.refusal?.code, upload.unreadable]).toEqual([
      'Ink',
      'busy',
      true,
    ])
    return sent
  }

  test('without a place are read up to twice the limit of the file', async () => {
    const places = ['a', 'b', 'c', 'd'].map((client) => uploads.admit(client, 'unknown'))
    const sent = await readOf('ann')
    expect(sent).toBeGreaterThan(3.9 * megabyte)
    expect(sent).toBeLessThan(8 * megabyte)
    for (const place of places) await place?.release()
  })

  test.each([
    ['of a client with too many uploads', 'ann'],
    ['that come too often', null],
  ] as const)('%s are hardly read', async (_, client) => {
    const places = [uploads.admit('ann', ''), uploads.admit('ann', '')]
    expect(await readOf(client)).toBeLessThan(0.5 * megabyte)
    for (const place of places) await place?.release()
  })

  test('that are slow are ended for another upload, and the text is kept', async () => {
    const slow = ['a', 'b', 'c', 'd'].map((client) => uploadOf(client, stalled()))
    await expect.poll(() => readdir(folder)).toHaveLength(4)
    time += 10_000
    const request = new Request('http://localhost/', { method: 'POST', body: form(file(1000)) })
    expect((await uploadOf('e', request)).file?.size).toBe(1000)
    expect((await Promise.race(slow)).unreadable).toBe(true)
    expect(await readdir(folder)).toHaveLength(3)
    const further = Array.from({ length: 4 }, (_, index) => uploads.admit(`f${index}`, ''))
    for (const { fields, refusal } of await Promise.all(slow)) {
      expect([fields.get('title'), refusal?.code]).toEqual(['Ink', 'busy'])
    }
    for (const place of further) await place?.release()
    expect(await readdir(folder)).toEqual([])
  })

  test('free their place when their work fails', async () => {
    for (let i = 0; i < 6; i++) {
      const request = new Request('http://localhost/', { method: 'POST', body: form(file(1000)) })
      const failing = withUpload(request, { uploads, client: 'ann', purpose: 'avatar' }, async ({ file }) => {
        expect(file?.size).toBe(1000)
        throw new Error('the work failed')
      })
      await expect(failing).rejects.toThrow('the work failed')
    }
    expect(await readdir(folder)).toEqual([])
  })
})

test('a file that cannot be written is refused, with the text kept', async () => {
  const gone = join(folder, 'missing')
  const request = new Request('http://localhost/', { method: 'POST', body: form(file(1000)) })
  const upload = await parseUpload(request, { maxFileBytes, path: join(gone, 'a') })
  expect(upload.refusal?.code).toBe('busy')
  expect(text(upload)).toEqual(input)
})

test.each([0, 50, 99])('an upload that ends at %i %% keeps nothing', async (percent) => {
  const arrived = Promise.withResolvers<ParsedUpload>()
  const listener = getRequestListener(async (request) => {
    const options = { uploads, client: 'ann', purpose: 'avatar' } as const
    await withUpload(request, options, async (upload) => upload).then(arrived.resolve, arrived.reject)
    return new Response()
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const body = `${cut('image/png')}${'a'.repeat(500_000)}\r\n--x--`
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n')
  socket.write(`content-length: ${body.length}\r\n\r\n`)
  socket.write(body.slice(0, (body.length * percent) / 100), () => socket.destroy())

  const upload = await arrived.promise
  expect(upload.refusal?.message).toMatch(/^Network error/)
  expect(upload.file).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  server.close()
})

test('the work of an upload is aborted when its client disconnects', async () => {
  const working = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const listener = getRequestListener(async (request) => {
    await withUpload(request, { uploads, client: 'ann', purpose: 'avatar' }, async ({ signal }) => {
      signal?.addEventListener('abort', () => gone.resolve())
      working.resolve()
      await gone.promise
    })
    return new Response()
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const body = `${cut('image/png')}\r\n--x--\r\n`
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n')
  socket.write(`content-length: ${body.length}\r\n\r\n${body}`)
  await working.promise
  expect(await readdir(folder)).toHaveLength(1)
  socket.destroy()
  await gone.promise
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]))
})

function cut(type: string): string {
  const part = (head: string, body: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}`
  return `${part('name="title"', 'Ink')}\r\n${part(`name="image"; filename="a.png"\r\ncontent-type: ${type}`, 'half a')}`
}

function crumbs(bytes: Uint8Array, size: number): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

function endless(size = megabyte): ReadableStream {
  const start = Buffer.from(cut('image/png'))
  let sent = false
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(sent ? new Uint8Array(size).fill(97) : start)
      sent = true
    },
  })
}

function withText(...texts: string[]): FormData {
  const data = new FormData()
  for (const [place, text] of texts.entries()) data.append(`text${place}`, text)
  return data
}

function withFile(field: string): FormData {
  const data = new FormData()
  data.append(field, file(10))
  return data
}

function manyFields(count: number): FormData {
  const data = new FormData()
  for (let i = 0; i < count; i++) data.append(`field${i}`, 'x')
  return data
}

test('a file in a part that only looks like one is not taken for the image', async () => {
  const image = 'Content-Disposition: form-data; name="image"; filename="a.png"'
  const parts = [`x: name; filename=b; name=image`, image].map((head) => `--b\r\n${head}\r\n\r\n${head}\r\n`)
  const odd = await parse(`${parts.join('')}--b--\r\n`, boundaryOf('b'))
  expect([odd.file?.name, odd.content?.toString()]).toEqual(['a.png', image])
  const twice = `${image}\r\nContent-Disposition: form-data; name="title"`
  const unclear = `--b\r\nContent-Disposition: form-data; name="title"\r\n${image}\r\n\r\nx\r\n`
  expect((await parse(`--b\r\n${twice}\r\n\r\nx\r\n${unclear}--b--\r\n`, boundaryOf('b'))).file?.name).toBe(
    'a.png',
  )
})

test('a form whose last head is cut off is unreadable, and answered', async () => {
  const text = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nInk\r\n'
  const body = `${text}--b\r\nContent-Disposition: form-data; name="\r\n\r\n--b--\r\n`
  expect(await parse(body, { 'content-type': 'multipart/form-data; boundary=b' })).toMatchObject({
    unreadable: true,
  })
})

test.each(['__proto__', 'constructor'])(
  'a part with the header %s does not end the process',
  async (name) => {
    for (let size = 60_000; size < 72_000; size += 1_000) {
      const text = 'x'.repeat(9_000)
      const body = [
        `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n${'x'.repeat(size)}\r\n`,
        `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${text}\r\n`,
        `--b\r\n${name}: x\r\nContent-Disposition: form-data; name="bio"\r\n\r\nx\r\n--b--\r\n`,
      ].join('')
      const upload = await parse(body, boundaryOf('b'))
      expect(upload.fields.get('title')).toBe(text)
    }
  },
)

test('a text in an unknown charset is empty', async () => {
  const head = 'Content-Disposition: form-data; name="bio"\r\nContent-Type: text/plain; charset=klingon'
  const upload = await parse(`--b\r\n${head}\r\n\r\nqapla\r\n--b--\r\n`, boundaryOf('b'))
  expect(text(upload)).toEqual({ bio: '' })
})
