import { expect, test } from 'vitest'
import { galleryPath, MOST_SHOWN, readGalleryAddress } from './address.ts'

function shown(query: string): number {
  return readGalleryAddress(new URLSearchParams(query)).shown
}

test('six entries at first, then in steps of six, never without bound', () => {
  expect(shown('')).toBe(6)
  expect(shown('shown=12')).toBe(12)
  expect(shown('shown=13')).toBe(18)
  for (const odd of ['shown=0', 'shown=-6', 'shown=1e3', 'shown=x', 'shown=']) expect(shown(odd)).toBe(6)
  expect(shown('shown=999999')).toBe(MOST_SHOWN)
  expect(shown('shown=99999999999999999999')).toBe(6)
})

test('the address keeps the way one came', () => {
  expect(galleryPath('c', { shown: 6, voting: false })).toBe('/challenges/c/submissions')
  expect(galleryPath('c', { shown: 12, voting: true }, 'entry-7')).toBe(
    '/challenges/c/submissions?mode=voting&shown=12#entry-7',
  )
})
