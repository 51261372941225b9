import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Admission, admitUpload } from './admission.server.ts'
import { type ParsedUpload, parseUpload } from './upload.server.ts'

const megabyte = 1024 * 1024
const maxFileBytes = 2 * megabyte

/** Receives a form as an avatar's. */
async function parse(body: BodyInit, headers: Record<string, string> = {}): Promise<ParsedUpload> {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('http://localhost/', init)
  const admission = admitUpload('ann', 'avatar')
  try {
    return await parseUpload(request, admission)
  } finally {
    admission.end()
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
    expect(upload.file?.bytes).toEqual(Buffer.alloc(1000, 7))
    expect(upload.refusal).toBeUndefined()
  })

  test('accepts only files under the limit', async () => {
    expect((await parse(form(file(maxFileBytes - 1)))).file?.bytes.length).toBe(maxFileBytes - 1)
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
    expect((await parse(form(file(0)))).file).toMatchObject({ name: 'a.png', bytes: Buffer.alloc(0) })
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
    expect(upload.file?.bytes).toEqual(Buffer.alloc(50_000, 7))
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
    ['a text of more than 64 KB', () => parse(withText('x'.repeat(64 * 1024 + 1)))],
    ['texts of more than 65,536 characters', () => parse(withText('x'.repeat(40_000), 'x'.repeat(26_000)))],
    ['a plain text of more than 64 KB', () => parse(new URLSearchParams({ a: 'x'.repeat(64 * 1024 + 1) }))],
    ['a field with a long name', () => parse(new URLSearchParams({ ['x'.repeat(300)]: 'a' }))],
    ['more than 30 fields', () => parse(manyFields(31))],
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

test('a plain form is parsed as a browser writes it', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `title=Ink+%26+paper&empty=&=nameless&bio=${'+'.repeat(60_000)}&odd=%E4%BD%A0`
  const { fields } = await parse(body, type)
  expect([...fields].map(([name, value]) => [name, String(value).length])).toEqual([
    ['title', 11],
    ['empty', 0],
    ['bio', 60_000],
    ['odd', 1],
  ])
  expect([fields.get('title'), fields.get('odd')]).toEqual(['Ink & paper', '你'])
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
  const send = (admission: Admission) =>
    parseUpload(new Request('http://localhost/', { method: 'POST', body: form(file(1000)) }), admission)

  test('of a member bring two files at once; the text of a third is kept', async () => {
    const admissions = ['ann', 'ann', 'ann', 'bob'].map((member) => admitUpload(member, 'avatar'))
    const sent = await Promise.all(admissions.map(send))
    expect(sent.map(({ refusal }) => refusal)).toEqual([undefined, undefined, busy, undefined])
    for (const upload of sent) expect(text(upload)).toEqual(input)
    for (const { end } of admissions) end()
    const next = admitUpload('ann', 'avatar')
    expect((await send(next)).file?.bytes.length).toBe(1000)
    next.end()
  })

  test('have 256 MB of memory for their files together, for which they wait', async () => {
    const admissions = Array.from({ length: 27 }, (_, index) => admitUpload(`member ${index}`, 'submission'))
    const reserved: boolean[] = []
    const all = admissions.map(({ reserve }) => reserve(10 * megabyte).then((kept) => reserved.push(kept)))
    await Promise.all(all.slice(0, 25))
    expect(reserved).toEqual(Array(25).fill(true))
    admissions[0]?.end()
    await all[25]
    expect(reserved).toHaveLength(26)
    for (const { end } of admissions.slice(1, 26)) end()
    await all[26]
    expect(reserved).toEqual(Array(27).fill(true))
    admissions[26]?.end()
  })

  test('are refused after ten seconds without memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const admissions = Array.from({ length: 26 }, (_, index) => admitUpload(`member ${index}`, 'submission'))
    const all = admissions.map(({ reserve }) => reserve(10 * megabyte))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await Promise.all(all)).toEqual([...Array(25).fill(true), false])
    for (const { end } of admissions) end()
  })

  test('of at most 64 KB do not wait for memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const large = Array.from({ length: 26 }, (_, index) => admitUpload(`member ${index}`, 'submission'))
    const waiting = large.map(({ reserve }) => reserve(10 * megabyte)).at(-1)
    const small = [64 * 1024, 64 * 1024 + 1].map((bytes, index) => {
      const admission = admitUpload(`small ${index}`, 'submission')
      return { ...admission, kept: admission.reserve(bytes) }
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(await small[0]?.kept).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await waiting, await small[1]?.kept]).toEqual([false, true])
    for (const { end } of [...large, ...small]) end()
  })

  test('of a visitor bring their text only', async () => {
    const upload = await send(admitUpload(null, 'avatar'))
    expect([upload.file, text(upload)]).toEqual([undefined, input])
  })
})

test.each([0, 50, 99])('an upload that ends at %i %% keeps nothing', async (percent) => {
  const arrived = Promise.withResolvers<ParsedUpload>()
  const listener = getRequestListener(async (request) => {
    const admission = admitUpload('ann', 'avatar')
    await parseUpload(request, admission).then(arrived.resolve, arrived.reject).finally(admission.end)
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
  server.close()
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

test('a form whose last head is cut off is unreadable, and answered', async () => {
  const text = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nInk\r\n'
  const body = `${text}--b\r\nContent-Disposition: form-data; name="\r\n\r\n--b--\r\n`
  expect(await parse(body, { 'content-type': 'multipart/form-data; boundary=b' })).toMatchObject({
    unreadable: true,
  })
})

test('a text in an unknown charset is empty', async () => {
  const head = 'Content-Disposition: form-data; name="bio"\r\nContent-Type: text/plain; charset=klingon'
  const upload = await parse(`--b\r\n${head}\r\n\r\nqapla\r\n--b--\r\n`, boundaryOf('b'))
  expect(text(upload)).toEqual({ bio: '' })
})
