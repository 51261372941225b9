import { expect, test } from 'vitest'
import { GALLERY_PAGE_SIZE, LAST_GALLERY_PAGE } from '#domain/submissions/rules.ts'
import { galleryPath, lastGalleryPage, readGalleryParams } from './gallery-params.ts'

function shown(query: string): number {
  return readGalleryParams(new URLSearchParams(query)).shown
}

test('shows six submissions at first, then steps of six, up to a limit', () => {
  expect(shown('')).toBe(6)
  expect(shown('shown=12')).toBe(12)
  expect(shown('shown=13')).toBe(18)
  for (const odd of ['shown=0', 'shown=-6', 'shown=1e3', 'shown=x', 'shown=']) expect(shown(odd)).toBe(6)
  expect(shown('shown=999999')).toBe(GALLERY_PAGE_SIZE)
  expect(shown('shown=99999999999999999999')).toBe(6)
})

test('the path keeps the voting mode', () => {
  expect(galleryPath('c', { page: 1, shown: 6, voting: false })).toBe('/challenges/c/submissions')
  expect(galleryPath('c', { page: 1, shown: 12, voting: true }, 'entry-7')).toBe(
    '/challenges/c/submissions?mode=voting&shown=12#entry-7',
  )
})

test('later pages have a fixed size, and there is a last page', () => {
  const second = readGalleryParams(new URLSearchParams('page=2&shown=6&mode=voting'))
  expect(second).toEqual({ page: 2, shown: GALLERY_PAGE_SIZE, voting: true })
  expect(galleryPath('c', second, 'submissions')).toBe(
    '/challenges/c/submissions?mode=voting&page=2#submissions',
  )
  expect(readGalleryParams(new URLSearchParams('page=99999')).page).toBe(LAST_GALLERY_PAGE)
  for (const odd of ['page=0', 'page=-2', 'page=x']) {
    expect(readGalleryParams(new URLSearchParams(odd)).page).toBe(1)
  }
  expect([0, 1, 36, 37, 601, 9_999_999].map(lastGalleryPage)).toEqual([1, 1, 1, 2, 17, LAST_GALLERY_PAGE])
})
