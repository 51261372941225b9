import { describe, expect, test } from 'vitest'
import { openMultipartForm } from './multipart-form.server.ts'

const kilobyte = 1024
const type = 'multipart/form-data; boundary=b'

function part(head: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
}

/** Reads a form that arrives in pieces of `size` bytes. */
function read(body: string, size: number) {
  const form = openMultipartForm(type, 256 * kilobyte)
  const bytes = Buffer.from(body)
  const files: string[] = []
  for (let at = 0; at < bytes.length; at += size)
    for (const piece of form.push(bytes.subarray(at, at + size)))
      files[piece.file] = (files[piece.file] ?? '') + Buffer.from(piece.bytes).toString()
  const fields = new FormData()
  const names = form.read(fields)
  return { fields: Object.fromEntries(fields), names, files, isComplete: form.isComplete() }
}

describe.each([1, 2, 3, 7, 61, 100_000])('in pieces of %i bytes, a form', (size) => {
  test('is separated into its texts and its files', () => {
    const nearly = '\r\n--\r\n--a\r\n--\r\n-\r\n\r\n--'
    const body = [
      part('name="title"', 'Ink & ｆｏｇ\r\n'),
      part('name="image"; filename="ｆ.png"\r\nContent-Type: image/png', `${nearly}--b${nearly}`),
      part('name="bio"', nearly),
      part('name="empty"', ''),
      part('name="image"; filename=""\r\nContent-Type: application/octet-stream', ''),
      part('name="bio2"; filename="a"', 'dropped'),
      '--b--\r\nname="late"',
    ]
    expect(read(body.join(''), size)).toEqual({
      fields: { title: 'Ink & ｆｏｇ\r\n', bio: nearly, empty: '', bio2: '' },
      names: ['ｆ.png', ''],
      files: [`${nearly}--b${nearly}`, ''],
      isComplete: true,
    })
  })

  test('that is cut off has the texts that have ended', () => {
    const body = `before${'\r\n'}${part('name="title"', 'Ink')}${part('name="bio"', 'half').slice(0, -1)}`
    expect(read(body, size)).toEqual({ fields: { title: 'Ink' }, names: [], files: [], isComplete: false })
  })
})

test('only what is not the content of a file is kept', () => {
  const form = openMultipartForm(type, 256 * kilobyte)
  const head = part('name="image"; filename="a.png"', '').slice(0, -2)
  form.push(Buffer.from(head))
  for (let i = 0; i < 100; i++) form.push(Buffer.alloc(64 * kilobyte, 'x'))
  expect(form.keptBytes()).toBeLessThan(head.length + 10)
  form.push(Buffer.from(`\r\n${part('name="title"', 'x'.repeat(10_000))}`))
  expect(form.keptBytes()).toBeLessThan(10_300)
})

test.each([
  ['a head of more than 4 KB', part(`name="image"; filename="${'x'.repeat(5_000)}"`, '')],
  ['a head of more than 4 KB that does not end', `--b\r\n${'a:b\r\n'.repeat(1_000)}`],
  ['more than 256 KB beside files', part('name="title"', 'x'.repeat(257 * kilobyte))],
  ['more than 40 parts', part('name="a"; filename="b"', '').repeat(42)],
  ['more than 20 files', part('name="image"; filename="b"', '').repeat(21)],
])('%s is too large', (_, body) => {
  expect(() => read(body, 1_000)).toThrow(expect.objectContaining({ status: 413 }))
})
