import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { partsLoaded } from '../browser/lazy-part.ts'
import { Pager } from './pager.tsx'
import type { PageEdges } from './search-params.ts'

await partsLoaded()

function shown(current: number, last: number, edges?: PageEdges | null): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <Pager
        current={current}
        last={last}
        edges={edges}
        to={(page) => `/list?page=${page}`}
        label="Pages of a list"
      />
    </MemoryRouter>,
  )
}

test('links to first, last and neighbours, with ellipses between', () => {
  const html = shown(6, 12)
  expect(html.replace(/<[^>]+>/g, ' ').match(/\d+|…/g)).toEqual(['1', '…', '5', '6', '7', '…', '12'])
  for (const page of [1, 5, 6, 7, 12]) expect(html).toContain(`href="/list?page=${page}"`)
  expect(html.match(/aria-current="page"/g)).toHaveLength(1)
  expect(html).toMatch(
    /aria-label="Previous page"[^>]*href="\/list\?page=5"|href="\/list\?page=5"[^>]*aria-label="Previous page"/,
  )
})

test('has no link before the first and after the last page', () => {
  expect(shown(1, 3)).not.toContain('Previous page')
  expect(shown(3, 3)).not.toContain('Next page')
})

test('links to every page of a list that is read by offsets, and by rows only to neighbours far inside', () => {
  expect(shown(101, 300)).toContain('href="/list?page=102"')
  expect(shown(101, 300, null)).not.toContain('href="/list?page=102"')
  expect(shown(101, 300, { first: 'a', last: 'b' })).toContain('href="/list?page=102"')
})

test('is not shown for a single page', () => {
  expect(shown(1, 1)).toBe('')
})
