import { Fragment } from 'react'
import { Link } from 'react-router'
import { Icon } from '../icon.tsx'
import { formatNumber } from '../number.tsx'
import { type PageEdges, requestFor } from './search-params.ts'

const CELL = 'inline-grid h-10 min-w-10 place-items-center rounded-control border px-2 text-calm font-medium'

const LINK =
  'border-line hover:border-edge aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground'

export interface PagerProps {
  current: number
  last: number
  /** The address of a page. The request is for lists that are too long for an offset. */
  to: (page: number, request: NonNullable<ReturnType<typeof requestFor>>) => string
  /** The first and last row of the page, for the addresses of its neighbors. Not of a list that is read by offsets. */
  edges?: PageEdges | null | undefined
  label?: string
  /** The number of consecutive pages, in place of first, last and neighbors. */
  buttons?: number
}

export function PageLinks({ current, last, to, edges, label = 'Pages', buttons }: PagerProps) {
  const pathOf = (page: number) => {
    const request =
      edges === undefined ? { page, after: null, before: null } : requestFor(page, { current, last, edges })
    return request && to(page, request)
  }
  const nearby = buttons ? pageWindow(current, last, buttons) : []
  const isLinked = ({ page }: { page: number }) => page === current || pathOf(page) !== null
  const slots = buttons && nearby.every(isLinked) ? nearby : pageSlots(current, last).filter(isLinked)
  return (
    <nav aria-label={label} className="mt-8 flex flex-wrap items-center justify-center gap-1.5">
      <Step to={current > 1 ? pathOf(current - 1) : null} label="Previous page" icon="back" />
      {slots.map(({ page, gapBefore }) => (
        <Fragment key={page}>
          {gapBefore && <span className="px-1 text-muted">…</span>}
          <PageLink page={page} to={pathOf(page)} isCurrent={page === current} />
        </Fragment>
      ))}
      <Step to={current < last ? pathOf(current + 1) : null} label="Next page" icon="arrow" />
    </nav>
  )
}

function PageLink({ page, to, isCurrent }: { page: number; to: string | null; isCurrent: boolean }) {
  const props = {
    className: `${CELL} ${LINK} tabular-nums`,
    'aria-label': `Page ${formatNumber(page)}`,
    'aria-current': isCurrent ? ('page' as const) : undefined,
    children: formatNumber(page),
  }
  return to === null ? <span {...props} /> : <Link to={to} preventScrollReset {...props} />
}

function Step({ to, label, icon }: { to: string | null; label: string; icon: 'back' | 'arrow' }) {
  const arrow = <Icon name={icon} className="size-4" />
  if (to === null) return <span className={`${CELL} border-line opacity-40 max-sm:hidden`}>{arrow}</span>
  return (
    <Link to={to} preventScrollReset className={`${CELL} ${LINK} max-sm:hidden`} aria-label={label}>
      {arrow}
    </Link>
  )
}

interface PageSlot {
  page: number
  gapBefore: boolean
}

/** The first, the last, the current page and its neighbors (NAV-18). */
export function pageSlots(current: number, last: number): PageSlot[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(wanted)].sort((one, other) => one - other)
  return pages.flatMap((page, position) => {
    const missing = page - (pages[position - 1] ?? 0) - 1
    // A gap of one page is that page: an ellipsis would take the same room.
    if (missing === 1) return [slot(page - 1), slot(page)]
    return [slot(page, missing > 0)]
  })
}

/** Up to `most` consecutive pages around the current one (ADM-2). */
export function pageWindow(current: number, last: number, most: number): PageSlot[] {
  const shown = Math.min(most, last)
  const first = Math.max(1, Math.min(current - Math.floor(most / 2), last - shown + 1))
  return Array.from({ length: shown }, (_, place) => slot(first + place))
}

function slot(page: number, gapBefore = false): PageSlot {
  return { page, gapBefore }
}
