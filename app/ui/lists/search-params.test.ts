import { expect, test } from 'vitest'
import { lastPage } from '#platform/paging.ts'
import { choiceIn, pageIn, pageParams, pageRequestIn, pathWith, requestFor } from './search-params.ts'

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
  expect(page('page=9999999')).toBe(1_000_000)
})

test('the last page has the remaining rows, and an empty list has one page', () => {
  expect([0, 1, 12, 13].map((total) => lastPage(total, 12))).toEqual([1, 1, 1, 2])
})

test('pages far from both ends are requested next to a row of their neighbour', () => {
  const edges = { first: 'a', last: 'z' }
  const from = (current: number, page: number) => requestFor(page, { current, last: 5_000, edges })
  expect(from(1, 100)).toEqual({ page: 100, after: null, before: null })
  expect(from(100, 101)).toEqual({ page: 101, after: 'z', before: null })
  expect(from(102, 101)).toEqual({ page: 101, after: null, before: 'a' })
  expect(from(102, 104)).toBeNull()
  expect(from(1, 4_901)).toEqual({ page: 4_901, after: null, before: null })
  expect(requestFor(102, { current: 101, last: 5_000, edges: null })).toBeNull()
  const request = from(100, 101) ?? expect.fail()
  const path = pathWith('/list', pageParams(request))
  expect(path).toBe('/list?page=101&after=z')
  expect(pageRequestIn(new URL(path, 'https://dojo.example').searchParams)).toEqual(request)
})

test('a choice is one of those offered', () => {
  const kind = (query: string) => choiceIn(new URLSearchParams(query), 'kind', ['image', 'audio'])
  expect(kind('kind=audio')).toBe('audio')
  expect(kind('kind=AUDIO')).toBeNull()
  expect(kind('kind=constructor')).toBeNull()
  expect(kind('')).toBeNull()
})

test('a path contains the parameters that have a value', () => {
  expect(pathWith('/challenges', { kind: null, page: null })).toBe('/challenges')
  expect(pathWith('/challenges', { kind: 'audio', page: 2 }, 'completed-challenges')).toBe(
    '/challenges?kind=audio&page=2#completed-challenges',
  )
})
