import { expect, test } from 'vitest'
import { pageSlots, pageWindow } from './page-links.tsx'

function shown(current: number, last: number): string {
  return pageSlots(current, last)
    .map(({ page, gapBefore }) => (gapBefore ? `… ${page}` : `${page}`))
    .join(' ')
}

test('shows first, last and the neighbours of the current page, with gaps between', () => {
  expect(shown(6, 12)).toBe('1 … 5 6 7 … 12')
  expect(shown(1, 12)).toBe('1 2 … 12')
  expect(shown(12, 12)).toBe('1 … 11 12')
})

test('puts a single left-out page in place of its gap', () => {
  expect(shown(4, 7)).toBe('1 2 3 4 5 6 7')
})

test('shows every page of a short list', () => {
  expect(shown(2, 3)).toBe('1 2 3')
  expect(shown(1, 1)).toBe('1')
})

test('shows a window of pages around the current one', () => {
  const window = (current: number, last: number) => pageWindow(current, last, 5).map(({ page }) => page)
  expect(window(1, 12)).toEqual([1, 2, 3, 4, 5])
  expect(window(6, 12)).toEqual([4, 5, 6, 7, 8])
  expect(window(11, 12)).toEqual([8, 9, 10, 11, 12])
  expect(window(2, 3)).toEqual([1, 2, 3])
})
