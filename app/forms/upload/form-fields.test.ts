import { describe, expect, test } from 'vitest'
import { readFields } from './form-fields.server.ts'

function read(body: BodyInit, headers: Record<string, string> = {}) {
  return readFields(new Request('http://localhost/', { method: 'POST', body, headers }))
}

describe('a form without a file', () => {
  test('is read, whichever way it was encoded', async () => {
    const texts = new URLSearchParams({ from: '/a & b', ｎame: 'ｆｏｇ' })
    const parts = new FormData()
    for (const [name, value] of texts) parts.append(name, value)
    for (const body of [texts, parts]) expect([...(await read(body)).fields]).toEqual([...texts])
  })

  test('has an empty text in the place of a file', async () => {
    const form = new FormData()
    form.append('from', new File(['/admin'], 'a.txt'))
    expect([...(await read(form)).fields]).toEqual([['from', '']])
  })

  test('that is cut off is unreadable', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="from"\r\n\r\n/'
    const { fields, unreadable } = await read(body, { 'Content-Type': 'multipart/form-data; boundary=x' })
    expect([unreadable, [...fields]]).toEqual([true, []])
  })

  test.each([
    ['too many fields', new URLSearchParams(Array.from({ length: 31 }, (_, index) => [`f${index}`, '']))],
    ['a too long text', new URLSearchParams({ from: 'x'.repeat(65_537) })],
    ['a too long name', new URLSearchParams({ ['x'.repeat(201)]: '' })],
  ])('with %s is refused with 413', async (_, body) => {
    await expect(read(body)).rejects.toMatchObject({ status: 413 })
  })

  test('of more than 64 KB is not read', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: new URLSearchParams({ from: '/' }),
      headers: { 'Content-Length': '65537' },
    })
    await expect(readFields(request)).rejects.toMatchObject({ status: 413 })
    expect(request.bodyUsed).toBe(false)
  })

  test('is the only type of body', async () => {
    await expect(read('from=/', { 'Content-Type': 'text/plain' })).rejects.toMatchObject({ status: 415 })
  })
})
