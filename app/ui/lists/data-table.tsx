import { Link } from 'react-router'
import { Icon } from '../icon.tsx'

export interface Column<Row> {
  /** The label of the cell in stacked rows too. */
  header: string
  cell: (row: Row, index: number) => React.ReactNode
  /** `subject` names the row and `actions` ends it. Stacked, both fill the width without a label. */
  part?: 'subject' | 'actions'
  align?: keyof typeof alignments
  headerHidden?: boolean
  wideOnly?: boolean
  /** A link that sorts by the column, and how the rows are sorted by it now. Stacked rows have no header to show it. */
  sort?: { to: string; direction: 'ascending' | 'descending' | null }
  /** Width utilities. With a width on one column, columns without share the rest equally. */
  width?: string
}

type Layout = keyof typeof layouts

interface Props<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** `list` and `panel` stack their rows in narrow containers, `list` earlier. */
  layout: Layout
  caption?: string
  marked?: (row: Row) => boolean
  instead?: React.ReactNode
}

// `cells` has the paddings of the first column, of columns between and of the last column.
const layouts = {
  list: {
    container: '@container/list',
    table: 'text-compact stacked:text-calm',
    row: '*:py-3',
    cells: ['pl-6 pr-2.5', 'px-2.5', 'pl-2.5 pr-6'],
  },
  panel: {
    container: '@container/panel',
    table: 'text-calm',
    row: '*:py-3.5',
    cells: ['pl-6 pr-3', 'px-3', 'pl-3 pr-6'],
  },
  figures: {
    container: '@container/ranking',
    table: 'text-calm',
    row: '*:py-2 *:wrap-anywhere',
    cells: ['pl-6 pr-4', 'pr-4', 'pr-6'],
  },
  ranking: {
    container: '@container/ranking',
    table: 'text-calm',
    row: '*:py-3.5',
    cells: ['pl-3', 'pl-3 sm:px-4', 'pr-3 sm:pr-6'],
  },
} as const

/** A table whose rows become cards where the columns do not fit. */
export function DataTable<Row>({ columns, rows, rowKey, layout, caption, marked, instead }: Props<Row>) {
  const look = layouts[layout]
  const fixed = columns.some(({ width }) => width) && 'table-fixed'
  return (
    <div className={look.container}>
      <table className={join('w-full border-collapse stacked:block', look.table, fixed)}>
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead className="stacked:sr-only">
          <tr className="*:py-3 *:text-small *:font-semibold *:text-muted">
            {columns.map((column, index) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={column.sort?.direction ?? undefined}
                className={join(cellClass(columns, index, layout), column.width)}
              >
                <Header column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="stacked:block">
          {instead && (
            <tr>
              <td colSpan={columns.length} className="border-line border-t">
                {instead}
              </td>
            </tr>
          )}
          {rows.map((row, rowIndex) => (
            <tr
              key={rowKey(row)}
              data-marked={marked?.(row) || undefined}
              className={`${rowClass} ${look.row}`}
            >
              {columns.map((column, index) => {
                const Cell = column.part === 'subject' ? 'th' : 'td'
                return (
                  <Cell
                    key={column.header}
                    scope={column.part === 'subject' ? 'row' : undefined}
                    data-label={column.part ? undefined : column.header}
                    className={cellClass(columns, index, layout)}
                  >
                    {column.cell(row, rowIndex)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Header<Row>({ column: { header, headerHidden, sort } }: { column: Column<Row> }) {
  if (headerHidden) return <span className="sr-only">{header}</span>
  if (!sort) return header
  return (
    <>
      <span className="hidden stacked:inline">{header}</span>
      <Link
        to={sort.to}
        preventScrollReset
        className={join(
          '-mx-1 inline-flex min-h-6 items-center gap-1 rounded-xs px-1 hover:text-ink stacked:hidden',
          sort.direction !== null && 'text-ink',
        )}
      >
        {header}
        {sort.direction && (
          <Icon name="down" className={join('size-3.5', sort.direction === 'ascending' && 'rotate-180')} />
        )}
      </Link>
    </>
  )
}

const rowClass =
  '*:border-line *:border-t *:font-normal hover:bg-ink/3 data-marked:bg-gold/9 stacked:grid ' +
  'stacked:grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] stacked:gap-x-4 stacked:gap-y-3 stacked:border-line ' +
  'stacked:border-t stacked:px-6 stacked:py-4.5 stacked:first:border-t-0 stacked:*:min-w-0 stacked:*:border-0 ' +
  'stacked:*:p-0 stacked:*:not-data-label:col-span-full stacked:*:data-label:before:mb-0.5 ' +
  'stacked:*:data-label:before:block stacked:*:data-label:before:text-[0.75rem] ' +
  'stacked:*:data-label:before:text-muted stacked:*:data-label:before:content-[attr(data-label)]'

const alignments = {
  start: 'text-left',
  center: 'text-center',
  figures: 'text-right tabular-nums whitespace-nowrap stacked:text-left',
} as const

function cellClass<Row>(columns: readonly Column<Row>[], index: number, layout: Layout): string {
  const [first, between, last] = layouts[layout].cells
  const column = columns[index]
  const edge = index === 0 ? first : index === columns.length - 1 ? last : between
  return join(edge, alignments[column?.align ?? 'start'], column?.wideOnly && 'max-sm:hidden')
}

function join(...classes: (string | false | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}
