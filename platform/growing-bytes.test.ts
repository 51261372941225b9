import { expect, test } from 'vitest'
import { growingBytes } from './growing-bytes.ts'

test('holds what was added, up to its limit', () => {
  const bytes = growingBytes(30_000)
  const pieces = Array.from({ length: 299 }, (_, n) => Buffer.alloc(100, n))
  for (const piece of pieces) expect(bytes.add(piece)).toBe(true)
  expect(bytes.add(Buffer.alloc(101))).toBe(false)
  expect(bytes.length()).toBe(29_900)
  expect(bytes.add(Buffer.alloc(100, 'a'))).toBe(true)
  expect(bytes.add(Buffer.alloc(1))).toBe(false)
  expect(bytes.bytes().equals(Buffer.concat([...pieces, Buffer.alloc(100, 'a')]))).toBe(true)
})
