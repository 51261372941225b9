import { expect, test } from 'vitest'
import { choiceIn, lastPage, pageIn, pathWith } from './search-params.ts'

test('a page is a whole number from 1', () => {
  const page = (query: string) => pageIn(new URLSearchParams(query))
  expect(page('page=3')).toBe(3)
  for (const odd of [
    '',
    'page=',
    'page=0',
    'page=-2',
    'page=1.5',
    'page=1e9',
    'page=99999999999',
    'page=x',
  ]) {
    expect(page(odd)).toBe(1)
  }
  expect(page('page=999999')).toBe(100_000)
})

test('the last page holds what remains, and an empty list has one page', () => {
  expect([0, 1, 12, 13].map((total) => lastPage(total, 12))).toEqual([1, 1, 1, 2])
})

test('a choice is one of those offered', () => {
  const kind = (query: string) => choiceIn(new URLSearchParams(query), 'kind', ['image', 'audio'])
  expect(kind('kind=audio')).toBe('audio')
  expect(kind('kind=AUDIO')).toBeNull()
  expect(kind('kind=constructor')).toBeNull()
  expect(kind('')).toBeNull()
})

test('a path carries the parameters that have a value', () => {
  expect(pathWith('/challenges', { kind: null, page: null })).toBe('/challenges')
  expect(pathWith('/challenges', { kind: 'audio', page: 2 }, 'completed-challenges')).toBe(
    '/challenges?kind=audio&page=2#completed-challenges',
  )
})
