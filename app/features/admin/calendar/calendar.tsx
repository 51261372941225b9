import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { managePath } from '#app/parts/paths.ts'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { pathWith } from '#app/ui/lists/search-params.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { WEEKDAYS } from '#domain/series/rules.ts'
import { formatTime } from '#platform/text/dates.ts'
import { dayText } from '../day-text.ts'
import { ZONE } from '../list/filters.ts'
import type { Route } from './+types/calendar.ts'
import { type Day, type Entry, monthOf } from './month.server.ts'

const CALENDAR_PATH = '/admin/calendar'
const TITLE = 'Calendar'

export function loader({ request, context }: Route.LoaderArgs) {
  return monthOf(context, new URL(request.url).searchParams)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

/** Everything planned, in a grid on wide screens and as a list on narrow ones (SER-11). */
export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { month, zone, today, days, before, after, isIncomplete } = loaderData
  const move = useMove(zone)
  useOwnZone()
  const address = (shown: string) =>
    pathWith(CALENDAR_PATH, { month: shown, [ZONE]: zone === 'UTC' ? null : zone })
  const name = formatTime(new Date(`${month}-15T12:00Z`), 'month', 'UTC')
  const isEmpty = days.every(({ entries }) => entries.length === 0)
  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle={`Times in ${zone.replaceAll('_', ' ')}.`}
        actions={
          <>
            <ButtonLink to="/admin/challenges/new">
              <Icon name="plus" className="size-4" />
              Create New Challenge
            </ButtonLink>
            <ButtonLink to="/admin/series" variant="secondary">
              Series
            </ButtonLink>
          </>
        }
      />
      <nav aria-label="Months" className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">{name}</h2>
        <div className="flex flex-wrap gap-3">
          {before && (
            <ButtonLink to={address(before)} variant="secondary" preventScrollReset>
              <Icon name="left" className="size-4" />
              Earlier
            </ButtonLink>
          )}
          {after && (
            <ButtonLink to={address(after)} variant="secondary" preventScrollReset>
              Later
              <Icon name="right" className="size-4" />
            </ButtonLink>
          )}
        </div>
      </nav>
      {isIncomplete && <ErrorPanel message="Failed to load everything" />}
      <div
        aria-hidden="true"
        className="mb-1.5 hidden grid-cols-7 text-small font-semibold text-muted xl:grid"
      >
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className="px-2.5">
            {weekday}
          </span>
        ))}
      </div>
      <ol
        aria-label={name}
        className="overflow-hidden rounded-card border border-line bg-panel xl:grid xl:grid-cols-7 xl:gap-px"
      >
        {days.map((day) => (
          <DayCell key={day.date} day={day} today={today} zone={zone} move={move} />
        ))}
        {isEmpty && <li className="px-5 py-4 text-muted xl:hidden">Nothing is planned in this month.</li>}
      </ol>
    </>
  )
}

const COLUMN_STARTS = [
  'xl:col-start-1',
  'xl:col-start-2',
  'xl:col-start-3',
  'xl:col-start-4',
  'xl:col-start-5',
  'xl:col-start-6',
  'xl:col-start-7',
]

interface CellProps {
  day: Day
  today: string
  zone: string
  move: ReturnType<typeof useMove>
}

function DayCell({ day: { date, weekday, entries }, today, zone, move }: CellProps) {
  const [isOver, setOver] = useState(false)
  const isFirst = date.endsWith('-01')
  const isToday = date === today
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      onDragOver={(event) => {
        if (!move.dragged) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        move.drop(date)
      }}
      className={[
        'border-line p-2.5 max-xl:border-b max-xl:px-5 max-xl:py-4 max-xl:last:border-b-0 xl:min-h-28 xl:shadow-[0_0_0_1px_var(--color-line)]',
        isFirst ? (COLUMN_STARTS[weekday - 1] ?? '') : '',
        entries.length === 0 ? 'max-xl:hidden' : '',
        isOver ? 'bg-go/12' : isToday ? 'bg-panel-2' : 'bg-panel',
      ].join(' ')}
    >
      <h3 className="font-sans text-small font-semibold tracking-normal">
        <span className="xl:sr-only">{dayText(date)}</span>
        <span aria-hidden="true" className={`hidden xl:inline ${isToday ? 'text-go-text' : 'text-muted'}`}>
          {Number(date.slice(-2))}
        </span>
      </h3>
      {entries.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {entries.map((entry) => (
            <EntryItem key={entry.key} entry={entry} zone={zone} move={move} />
          ))}
        </ul>
      )}
    </li>
  )
}

function EntryItem({ entry, zone, move }: { entry: Entry; zone: string; move: CellProps['move'] }) {
  const { what, title, to, at, moves } = entry
  const isAlive = useHydrated()
  const canDrag = moves !== null && isAlive
  return (
    <li
      draggable={canDrag || undefined}
      onDragStart={() => move.drag(moves)}
      onDragEnd={() => move.drag(null)}
      className={`min-w-0 rounded-control border-l-3 bg-ground px-2.5 py-1.5 text-small ${moves ? 'border-l-go' : 'border-l-edge'} ${canDrag ? 'xl:cursor-grab' : ''}`}
    >
      <span className="block wrap-anywhere text-muted">
        <bdi>{what}</bdi>, <span className="tabular-nums">{formatTime(new Date(at), 'hour', zone)}</span>
      </span>
      <Link
        to={to}
        dir="auto"
        draggable={false}
        className="inline-block min-h-6 font-semibold wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      {moves && (
        <>
          {' '}
          <Link
            to={move.address(moves)}
            draggable={false}
            aria-label={`Move ${title}`}
            className="ml-1 inline-block min-h-6 min-w-6 underline"
          >
            Move
          </Link>
        </>
      )}
    </li>
  )
}

/** Leads a challenge that is dragged to another day to the form of its page, with that day. */
function useMove(zone: string) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [dragged, drag] = useState<string | null>(null)
  const address = (challengeId: string, day: string | null = null) =>
    pathWith(`${managePath(challengeId)}/move`, { day, [ZONE]: zone, returnTo: pathname + search })
  return {
    address,
    dragged,
    drag,
    drop(day: string) {
      drag(null)
      if (dragged) void navigate(address(dragged, day))
    },
  }
}

/** Shows the month in the zone of the browser, unless the address names one. */
function useOwnZone() {
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (params.has(ZONE) || !own || own === 'UTC') return
    setParams((current) => new URLSearchParams([...current, [ZONE, own]]), {
      replace: true,
      preventScrollReset: true,
    })
  }, [params, setParams])
}
