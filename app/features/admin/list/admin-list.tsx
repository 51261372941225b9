import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { ButtonLink, Spinner } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { GoneRowsContext } from '#app/ui/control-slot.tsx'
import { Input } from '#app/ui/fields/input.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { useKeptRows } from '#app/ui/lists/kept-rows.ts'
import { Pager } from '#app/ui/lists/pager.tsx'
import { edgesOf } from '#app/ui/lists/search-params.ts'
import { Skeleton } from '#app/ui/lists/skeletons.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import type { Total } from '#platform/total.ts'
import { useFiltering } from './filter-form.tsx'
import { queryAt, queryWith } from './filters.ts'

const debounceMs = 500

const LIST_ID = 'list'

interface Props<Row extends { id: string }> {
  /** A page of the list; null if it could not be loaded. */
  list: { rows: readonly Row[]; total: Total; page: number; last: number } | null
  /** 'challenges', as in 'Showing 10 of 38 challenges'. */
  of: string
  search: { label: string; placeholder: string; form: string }
  failed: string
  empty: string
  /** Shown while loading; by default below the search box. */
  loading?: string
  /** Above the rows, if there are any. */
  toolbar?: React.ReactNode
  columns: readonly Column<Row>[]
}

/** A list of the admin area: search, count, table or empty state, and pager. */
export function AdminList<Row extends { id: string }>({
  list,
  of,
  search,
  failed,
  empty,
  loading,
  toolbar,
  columns,
}: Props<Row>) {
  const { pathname, search: query } = useLocation()
  return (
    <>
      <div
        id={LIST_ID}
        className="mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:mt-7 sm:mb-4 sm:gap-y-3"
      >
        <SearchBox {...search} />
        {list && <ResultCount shown={list.rows.length} total={list.total} of={of} />}
      </div>
      {list ? (
        <Rows
          rows={list.rows}
          columns={columns}
          empty={empty}
          loading={loading ?? `Loading ${of}...`}
          toolbar={toolbar}
        />
      ) : (
        <ErrorPanel message={failed} />
      )}
      {list && (
        <Pager
          current={list.page}
          last={list.last}
          buttons={5}
          edges={edgesOf(list.rows)}
          to={(_, request) => `${pathname}${queryAt(query, request)}#${LIST_ID}`}
        />
      )}
    </>
  )
}

interface RowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  empty: string
  loading: string
  toolbar: React.ReactNode
}

function Rows<Row extends { id: string }>({
  rows: loaded,
  columns,
  empty,
  loading,
  toolbar,
}: RowsProps<Row>) {
  const { pathname, search } = useLocation()
  const { pending, slow } = useFiltering()
  const { rows, gone } = useKeptRows(loaded)
  if (slow) return <ListSkeleton label={loading} />
  if (rows.length > 0)
    return (
      <div className="transition-opacity aria-busy:opacity-55" aria-busy={pending}>
        {toolbar}
        <Card flush className="overflow-hidden">
          <GoneRowsContext value={gone}>
            <DataTable layout="list" rows={rows} columns={columns} rowKey={({ id }) => id} />
          </GoneRowsContext>
        </Card>
      </div>
    )
  const reset = (
    <ButtonLink to={pathname} variant="secondary" preventScrollReset>
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
    <div role="status">
      <p className="mb-3 flex items-center gap-2 text-small text-muted">
        <Spinner size="sm" /> {label}
      </p>
      <Card className="grid gap-5">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className="flex items-center gap-4">
            <Skeleton className="size-11 shrink-0" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="ml-auto h-4 w-1/4" />
          </div>
        ))}
      </Card>
    </div>
  )
}

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The id of the filter form, which submits the search without scripts. */
  form: string
}

/** Searches while typing; keeps the applied filters. */
function SearchBox({ label, placeholder, form }: SearchBoxProps) {
  const id = useId()
  const { pending } = useFiltering()
  const search = useSearch()
  return (
    <search className="relative min-w-[min(16rem,100%)] grow-0 shrink basis-88">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="absolute inset-y-0 left-3.5 grid place-items-center text-muted">
        {pending ? <Spinner size="sm" /> : <Icon name="search" className="size-4" />}
      </span>
      <Input
        {...search}
        id={id}
        form={form}
        type="search"
        name="search"
        maxLength={100}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        className="pl-10"
      />
    </search>
  )
}

function useSearch() {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const applied = new URLSearchParams(search).get('search') ?? ''
  const { location } = useNavigation()
  const leaving = location !== undefined && location.pathname !== pathname
  useEffect(() => {
    if (leaving) clearTimeout(timer.current)
    return () => clearTimeout(timer.current)
  }, [leaving])
  const applyFirst = useRef(apply)
  // What was typed before the scripts came.
  useEffect(() => applyFirst.current(), [])
  useEffect(() => {
    const box = input.current
    if (box && document.activeElement !== box) box.value = applied
  }, [applied])

  function apply() {
    const wanted = input.current?.value ?? ''
    if (wanted.trim() === applied) return
    navigate(pathname + queryWith(window.location.search, 'search', wanted), {
      replace: true,
      preventScrollReset: true,
    })
  }

  return {
    ref: input,
    defaultValue: applied,
    onChange() {
      clearTimeout(timer.current)
      timer.current = setTimeout(apply, debounceMs)
    },
    // Enter submits the form, which includes this field.
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key === 'Enter') clearTimeout(timer.current)
    },
  }
}

/** 'Showing 10 of 38 challenges', announced when filters change it. */
function ResultCount({ shown, total, of }: { shown: number; total: Total; of: string }) {
  const all = `${formatNumber(total.count)}${total.more ? '+' : ''}`
  return (
    <p role="status" className="tabular-nums text-small text-muted">
      Showing {formatNumber(shown)} of {all} {of}
    </p>
  )
}

/** A link to a file download, which the router must not handle. */
export function ExportLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <ButtonLink to={to} variant="secondary" reloadDocument>
      <Icon name="download" className="size-4" />
      {children}
    </ButtonLink>
  )
}
