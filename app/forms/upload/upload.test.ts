import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { withUpload } from './admission.server.ts'
import { type ParsedUpload, parseUpload } from './upload.server.ts'

const megabyte = 1024 * 1024
const maxFileBytes = 2 * megabyte

/** Receives a form as an avatar's. */
function parse(body: BodyInit, headers: Record<string, string> = {}): Promise<ParsedUpload> {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return parseUpload(new Request('http://localhost/', init), { purpose: 'avatar', keepsFile: true })
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
    expect(upload.file).toEqual(Buffer.alloc(1000, 7))
    expect(upload.refusal).toBeUndefined()
  })

  test('accepts only files under the limit', async () => {
    expect((await parse(form(file(maxFileBytes - 1)))).file?.length).toBe(maxFileBytes - 1)
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
    expect((await parse(form(file(0)))).file).toEqual(Buffer.alloc(0))
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
    expect(upload.file).toEqual(Buffer.alloc(50_000, 7))
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

  async function send(
    memberId: string | null,
    data: FormData,
    receive = async (upload: ParsedUpload) => upload,
  ) {
    const sent = new Response(data)
    const type = sent.headers.get('content-type') ?? ''
    const body = await sent.arrayBuffer()
    const headers = { 'content-type': type, 'content-length': String(body.byteLength) }
    const request = new Request('http://localhost/', { method: 'POST', body, headers })
    return withUpload(request, { memberId, purpose: 'avatar' }, receive)
  }

  /** Sends a form of each member. Those that were parsed end at `release`. */
  function hold(members: string[]) {
    const gate = Promise.withResolvers<void>()
    const receive = vi.fn(async (upload: ParsedUpload) => {
      await gate.promise
      return upload
    })
    const sent = members.map((member) => send(member, form(file(100_000)), receive))
    return { sent, receive, release: gate.resolve }
  }

  const manyMembers = (count: number) => Array.from({ length: count }, (_, index) => `member ${index}`)

  test('of a member bring two files at once; the text of a third is kept', async () => {
    const { sent, receive, release } = hold(['ann', 'ann', 'ann', 'bob'])
    await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(4))
    release()
    const all = await Promise.all(sent)
    expect(all.map(({ refusal }) => refusal)).toEqual([undefined, undefined, busy, undefined])
    for (const upload of all) expect(text(upload)).toEqual(input)
    expect((await send('ann', form(file(9)))).file?.length).toBe(9)
  })

  test('are in memory 25 at once, and wait for it ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { sent, receive, release } = hold(manyMembers(26))
    await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(25))
    // A form without a file does not wait.
    expect(text(await send('bob', form()))).toEqual(input)
    await vi.advanceTimersByTimeAsync(10_000)
    release()
    const all = await Promise.all(sent)
    expect(all.map(({ refusal }) => refusal)).toEqual([...Array(25).fill(undefined), busy])
    for (const upload of all) expect(text(upload)).toEqual(input)
    expect((await send('bob', form(file(100_000)))).file?.length).toBe(100_000)
  })

  test('begin in their order when others end', async () => {
    const { sent, receive, release } = hold(manyMembers(27))
    await vi.waitFor(() => expect(receive).toHaveBeenCalledTimes(25))
    release()
    expect((await Promise.all(sent)).map(({ refusal }) => refusal)).toEqual(Array(27).fill(undefined))
  })

  test('of a visitor bring their text only', async () => {
    const upload = await send(null, form(file(1000)))
    expect([upload.file, text(upload)]).toEqual([undefined, input])
  })
})

test.each([0, 50, 99])('an upload that ends at %i %% keeps nothing', async (percent) => {
  const arrived = Promise.withResolvers<ParsedUpload>()
  const listener = getRequestListener(async (request) => {
    await withUpload(request, { memberId: 'ann', purpose: 'avatar' }, async (upload) =>
      arrived.resolve(upload),
    )
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
