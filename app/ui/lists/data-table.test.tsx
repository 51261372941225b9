import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

const columns: readonly Column<{ name: string; points: number }>[] = [
  { header: 'Name', part: 'subject', cell: ({ name }, index) => `${index + 1}. ${name}` },
  { header: 'Points', align: 'figures', cell: ({ points }) => points },
  { header: 'Actions', part: 'actions', headerHidden: true, cell: () => 'Edit' },
]
const rows = [
  { name: 'Bo', points: 7 },
  { name: 'Cy', points: 5 },
]

function shown(props: Partial<Parameters<typeof DataTable<(typeof rows)[number]>>[0]> = {}): string {
  const table = (
    <DataTable layout="list" columns={columns} rows={rows} rowKey={({ name }) => name} {...props} />
  )
  return renderToStaticMarkup(table).replaceAll(/ class="[^"]*"/g, '')
}

it('has a header per column, and names each row by its subject', () => {
  const html = shown({ caption: 'Members' })
  expect(html).toContain('<caption>Members</caption>')
  expect(html).toContain(
    '<tr><th scope="col">Name</th><th scope="col">Points</th><th scope="col"><span>Actions</span></th></tr>',
  )
  expect(html).toContain('<th scope="row">1. Bo</th>')
  expect(html).toContain('<th scope="row">2. Cy</th>')
})

it('labels the values of stacked rows, but not their subject and actions', () => {
  expect(shown()).toContain('<th scope="row">1. Bo</th><td data-label="Points">7</td><td>Edit</td>')
})

it('marks rows', () => {
  const html = shown({ marked: ({ name }) => name === 'Cy' })
  expect(html.match(/<tr data-marked="true"><th scope="row">[^<]*/g)).toEqual([
    '<tr data-marked="true"><th scope="row">2. Cy',
  ])
})

it('shows one row over all columns instead of rows', () => {
  expect(shown({ rows: [], instead: 'Failed to load' })).toContain(
    '<tbody><tr><td colSpan="3">Failed to load</td></tr></tbody>',
  )
})
