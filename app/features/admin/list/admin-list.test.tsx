import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { AdminList } from './admin-list.tsx'
import { excerptText } from './row.tsx'

function shown(address: string, list: Parameters<typeof AdminList<{ id: string }>>[0]['list']): string {
  const card = (
    <AdminList
      list={list}
      of="challenges"
      search={{ label: 'Search', placeholder: 'Search...', form: 'filters' }}
      failed="Failed to load challenges"
      empty="No challenges found"
      columns={[{ header: 'Title', cell: ({ id }) => id }]}
    />
  )
  const Stub = createRoutesStub([{ path: '/admin/challenges', Component: () => card }])
  return renderToStaticMarkup(<Stub initialEntries={[address]} />)
}

const rows = [{ id: 'one' }, { id: 'two' }]

it('shows the counted total', () => {
  const total = { count: 10_000, more: true }
  const html = shown('/admin/challenges?page=3', { rows, total, page: 3, last: 1_000 })
  expect(html).toContain('Showing 2 of 10,000+ challenges')
  expect([...html.matchAll(/aria-label="Page (\d+)"/g)].map(([, page]) => page)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
})

it('shows an empty state or an error instead of the table', () => {
  const none = { rows: [], total: { count: 0, more: false }, page: 1, last: 1 }
  expect(shown('/admin/challenges', none)).not.toContain('Reset Filters')
  expect(shown('/admin/challenges?status=draft', none)).toMatch(
    /No challenges found.*href="\/admin\/challenges".*Reset Filters/,
  )
  expect(shown('/admin/challenges?status=draft', null)).toMatch(
    /role="alert".*Failed to load challenges.*\?status=draft.*Retry/,
  )
})

it('adds an ellipsis to longer texts, never after a space or within a character', () => {
  expect(excerptText('Draw what is sold after dark.')).toBe('Draw what is sold after dark.')
  expect(excerptText('x'.repeat(50))).toBe('x'.repeat(50))
  expect(excerptText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
  expect(excerptText(`${'x'.repeat(49)} y`)).toBe(`${'x'.repeat(49)}…`)
  expect(excerptText('🥷'.repeat(51))).toBe(`${'🥷'.repeat(50)}…`)
})
