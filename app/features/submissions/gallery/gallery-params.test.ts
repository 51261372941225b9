import { expect, test } from 'vitest'
import { GALLERY_PAGE_SIZE, MAX_SHOWN } from '#domain/submissions/rules.ts'
import { galleryPath, readGalleryParams } from './gallery-params.ts'

function shown(query: string): number {
  return readGalleryParams(new URLSearchParams(query)).shown
}

test('shows six submissions at first, then steps of six, up to a limit', () => {
  expect(shown('')).toBe(6)
  expect(shown('shown=12')).toBe(12)
  expect(shown('shown=13')).toBe(18)
  for (const odd of ['shown=0', 'shown=-6', 'shown=1e3', 'shown=x', 'shown=']) expect(shown(odd)).toBe(6)
  expect(shown('shown=999999')).toBe(MAX_SHOWN)
  expect(shown('shown=99999999999999999999')).toBe(6)
})

test('the path keeps the voting mode', () => {
  expect(galleryPath('c', { page: 1, shown: 6, voting: false, order: null })).toBe(
    '/challenges/c/submissions',
  )
  expect(galleryPath('c', { page: 1, shown: 12, voting: true, order: null }, 'entry-7')).toBe(
    '/challenges/c/submissions?mode=voting&shown=12#entry-7',
  )
})

test('later pages have a fixed size', () => {
  const second = readGalleryParams(new URLSearchParams('page=2&shown=6&mode=voting'))
  expect(second).toMatchObject({ page: 2, shown: GALLERY_PAGE_SIZE, voting: true })
  expect(galleryPath('c', second, 'submissions')).toBe(
    '/challenges/c/submissions?mode=voting&page=2#submissions',
  )
  for (const odd of ['page=0', 'page=-2', 'page=x']) {
    expect(readGalleryParams(new URLSearchParams(odd)).page).toBe(1)
  }
})

test('the path keeps the order of a secret ballot', () => {
  const read = (query: string) => readGalleryParams(new URLSearchParams(query)).order
  expect(read('order=1790000000')).toBe(1_790_000_000)
  for (const odd of ['', 'order=', 'order=-1', 'order=1e9', 'order=17900000000']) expect(read(odd)).toBeNull()
  expect(galleryPath('c', { page: 1, shown: 12, voting: false, order: 1_790_000_000 })).toBe(
    '/challenges/c/submissions?shown=12&order=1790000000',
  )
})
