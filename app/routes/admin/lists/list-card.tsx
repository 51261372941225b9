import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Skeleton } from '#app/ui/surfaces/skeleton.tsx'
import { canBeLookedUp, forShortTerms } from '#platform/search-terms.ts'
import type { Total } from '#platform/total.ts'
import { queryWith } from './filters.ts'
import { SearchBox } from './search-box.tsx'
import { Showing } from './showing.tsx'
import { useFiltering } from './use-filtering.ts'

interface Props<Row> {
  /** A page of the list; null where it could not be loaded. */
  list: { rows: readonly Row[]; total: Total; page: number; last: number } | null
  /** 'challenges', as in 'Showing 10 of 38 challenges'. */
  of: string
  search: { label: string; placeholder: string; form: string }
  failed: string
  empty: string
  /** Said while it loads; the line under the search box unless told. */
  loading?: string
  /** The table's head and rows. */
  children: (rows: readonly Row[]) => React.ReactNode
}

/** A list of the administrators' area: search, how many, the table or what stands in its place, and its pages. */
export function ListCard<Row>({ list, of, search, failed, empty, loading, children }: Props<Row>) {
  const { pathname, search: query } = useLocation()
  return (
    <>
      <div className="list-head">
        <SearchBox {...search} />
        {list && <Showing shown={list.rows.length} total={list.total} of={of} />}
      </div>
      {list ? (
        <Rows rows={list.rows} empty={empty} loading={loading ?? `Loading ${of}...`}>
          {children}
        </Rows>
      ) : (
        <ErrorPanel message={failed} />
      )}
      {list && <Further list={list} term={new URLSearchParams(query).get('search') ?? ''} />}
      {list && (
        <Pager
          current={list.page}
          last={list.last}
          buttons={5}
          to={(page) => pathname + queryWith(query, 'page', page > 1 ? String(page) : '')}
        />
      )}
    </>
  )
}

interface FurtherProps {
  list: { total: Total; page: number; last: number }
  term: string
}

/** Says that a search ended before the list did, because no index can find its term. */
function Further({ list: { total, page, last }, term }: FurtherProps) {
  if (!term || canBeLookedUp(term) || !total.more || page < last) return null
  return (
    <p role="status" className="mt-4 text-small text-muted">
      Only the first {formatNumber(forShortTerms)} were searched. Three Latin letters or digits in a row
      search all.
    </p>
  )
}

interface RowsProps<Row> extends Required<Pick<Props<Row>, 'empty' | 'loading' | 'children'>> {
  rows: readonly Row[]
}

function Rows<Row>({ rows, empty, loading, children }: RowsProps<Row>) {
  const { pathname, search } = useLocation()
  const { pending, slow } = useFiltering()
  if (slow) return <ListSkeleton label={loading} />
  if (rows.length > 0)
    return (
      <div className="card list-frame" aria-busy={pending}>
        {children(rows)}
      </div>
    )
  const reset = (
    <ButtonLink to={pathname} look="quiet" preventScrollReset>
      Reset Filters
    </ButtonLink>
  )
  return (
    <EmptyState subject="scroll" action={search && reset}>
      {empty}
    </EmptyState>
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="card list-frame grid gap-5 p-6">
      <span className="sr-only">{label}</span>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="flex items-center gap-4">
          <Skeleton className="size-11 shrink-0" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-1/4" />
        </div>
      ))}
    </div>
  )
}
