import { expect, test } from 'vitest'
import { routedPath } from './routed-path.ts'

test.each([
  ['/search', '/search'],
  ['/Search/', '/search'],
  ['//%53earch', '/search'],
  ['/search.data', '/search'],
  ['/search/_.data', '/search'],
  ['/', '/'],
  ['/_.data', '/'],
  ['/admin/exports/%E0%A4%A', '/admin/exports/%e0%a4%a'],
])('%s is the page %s', (pathname, path) => {
  expect(routedPath(pathname)).toBe(path)
})
