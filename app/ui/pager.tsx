import { Fragment } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { pageSlots, pageWindow } from './page-slots.ts'

const CELL = 'inline-grid h-10 min-w-10 place-items-center rounded-control border px-2 text-calm font-medium'

const LINK =
  'border-line hover:border-edge aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground'

interface Props {
  current: number
  last: number
  /** The address of a page. */
  to: (page: number) => string
  label?: string
  /** At most so many in a row, instead of the first, the last and the neighbours. */
  buttons?: number
}

/** Links to the other pages of a list; nothing when there is only one. */
export function Pager({ current, last, to, label = 'Pages', buttons }: Props) {
  if (last <= 1) return null
  const slots = buttons ? pageWindow(current, last, buttons) : pageSlots(current, last)
  return (
    <nav aria-label={label} className="mt-8 flex flex-wrap items-center justify-center gap-1.5">
      <Step to={to(current - 1)} disabled={current <= 1} label="Previous page" icon="back" />
      {slots.map(({ page, gapBefore }) => (
        <Fragment key={page}>
          {gapBefore && <span className="px-1 text-muted">…</span>}
          <Link
            to={to(page)}
            preventScrollReset
            className={`${CELL} ${LINK} tabular-nums`}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
          >
            {page}
          </Link>
        </Fragment>
      ))}
      <Step to={to(current + 1)} disabled={current >= last} label="Next page" icon="arrow" />
    </nav>
  )
}

interface StepProps {
  to: string
  disabled: boolean
  label: string
  icon: 'back' | 'arrow'
}

function Step({ to, disabled, label, icon }: StepProps) {
  const arrow = <Icon name={icon} className="size-4" />
  if (disabled) return <span className={`${CELL} border-line opacity-40 max-sm:hidden`}>{arrow}</span>
  return (
    <Link to={to} preventScrollReset className={`${CELL} ${LINK} max-sm:hidden`} aria-label={label}>
      {arrow}
    </Link>
  )
}
