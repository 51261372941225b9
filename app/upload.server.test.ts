import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import { type ParsedUpload, parseUpload } from './upload.server.ts'

const megabyte = 1024 * 1024
const maxFileBytes = 2 * megabyte

function parse(body: BodyInit, headers: Record<string, string> = {}): Promise<ParsedUpload> {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return parseUpload(new Request('http://localhost/', init), { maxFileBytes })
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

const typed = { title: 'Ink & ｆｏｇ', description: 'after the file' }
const tooLarge = 'Please upload an image smaller than 2MB'

describe('a form with a file', () => {
  test('gives its text and its file', async () => {
    const upload = await parse(form(file(1000)))
    expect(text(upload)).toEqual(typed)
    expect(upload.file?.name).toBe('a.png')
    expect(upload.file?.bytes).toEqual(new Uint8Array(1000).fill(7))
    expect(upload.refusal).toBeUndefined()
  })

  test('takes files under the limit alone', async () => {
    expect((await parse(form(file(maxFileBytes - 1)))).file?.bytes.length).toBe(maxFileBytes - 1)
    const refused = await parse(form(file(maxFileBytes)))
    expect(refused).toMatchObject({ refusal: tooLarge })
    expect(refused.file).toBeUndefined()
  })

  test('keeps its text when the file is far too large', async () => {
    const upload = await parse(form(file(20 * megabyte)))
    expect(upload.refusal).toBe(tooLarge)
    expect(text(upload)).toEqual(typed)
  })

  test('may leave the file out', async () => {
    const upload = await parse(form(new File([], '', { type: 'application/octet-stream' })))
    expect(upload).toEqual({ fields: expect.any(FormData) })
    expect(text(upload)).toEqual(typed)
  })

  test('hands on an empty file that was chosen', async () => {
    expect((await parse(form(file(0)))).file).toEqual({ name: 'a.png', bytes: new Uint8Array() })
  })

  test('takes one file and no more', async () => {
    const upload = await parse(form(file(10), file(10)))
    expect(upload.refusal).toBe('Please choose one image only')
    expect(text(upload)).toEqual(typed)
  })

  test('may come without a length and in crumbs', async () => {
    const whole = new Uint8Array(await new Response(form(file(50_000))).arrayBuffer())
    const boundary = Buffer.from(whole.subarray(2, 200)).toString('latin1').split('\r\n')[0] ?? ''
    const upload = await parse(crumbs(whole, 97), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
    expect(upload.file?.bytes.length).toBe(50_000)
    expect(text(upload)).toEqual(typed)
  })
})

describe('a plain form', () => {
  test('gives its text', async () => {
    const upload = await parse(new URLSearchParams(typed))
    expect(text(upload)).toEqual(typed)
    expect(upload.file).toBeUndefined()
  })
})

describe('refused is', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

  test.each([
    [
      'a length beyond all measure',
      () => parse('--x--', { ...multipart, 'content-length': `${25 * megabyte + 1}` }),
    ],
    ['a body beyond all measure', () => parse(form(file(26 * megabyte)))],
    ['an endless body', () => parse(endless(), multipart)],
    [
      'an endless plain form',
      () => parse(endless(), { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    ['a novel', () => parse(novel())],
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
    ['without parts', 'hello', multipart],
    ['cut off in its file', cut('image/png'), multipart],
    [
      'with a name that is no text',
      Buffer.from('--x\r\ncontent-disposition: form-data; name="\xff"\r\n\r\n\r\n--x--', 'latin1'),
      multipart,
    ],
  ])('a form %s, with nothing kept', async (_, body, headers) => {
    const upload = await parse(body, headers)
    expect(upload.refusal).toBe('Network error while uploading image. Please check your internet connection.')
    expect(upload.file).toBeUndefined()
    expect(text(upload)).toEqual({})
  })
})

test.each([0, 50, 99])('an upload that ends at %i %% keeps nothing', async (percent) => {
  const arrived = Promise.withResolvers<ParsedUpload>()
  const listener = getRequestListener(async (request) => {
    const parsing = parseUpload(request, { maxFileBytes })
    await parsing.then(arrived.resolve, arrived.reject)
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
  expect(upload).toMatchObject({ refusal: expect.stringMatching(/^Network error/) })
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

function endless(): ReadableStream {
  const start = Buffer.from(cut('image/png'))
  let sent = false
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(sent ? new Uint8Array(megabyte).fill(97) : start)
      sent = true
    },
  })
}

function novel(): FormData {
  const data = new FormData()
  data.append('description', 'word '.repeat(300_000))
  return data
}
