import { useEffect, useState } from 'react'
import { type Location, useFetcher, useLocation, useNavigation } from 'react-router'
import { CardGrid } from './card.tsx'

const SIZES = { sm: 'size-4', md: 'size-8', lg: 'size-14' } as const

interface SpinnerProps {
  size?: keyof typeof SIZES
  /** Announced to screen readers; absent beside a text. */
  label?: string
  fullScreen?: boolean
}

export function Spinner({ size = 'md', label, fullScreen = false }: SpinnerProps) {
  const ring = (
    <svg viewBox="0 0 32 32" className={`shrink-0 animate-turn ${SIZES[size]}`} aria-hidden="true">
      <path
        d="M20 3.7A13 13 0 1 0 28.6 13"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
  if (!label && !fullScreen) return ring
  return (
    <div
      role="status"
      className={`grid place-items-center gap-4 text-go ${fullScreen ? 'min-h-[80dvh]' : 'py-10'}`}
    >
      {ring}
      <span className="sr-only">{label ?? 'Loading'}</span>
    </div>
  )
}

interface LoadedProps<Data> {
  /** The page whose data are loaded. */
  path: string
  /** Announced while they load. */
  label: string
  children: (data: Data) => React.ReactNode
}

/** Loads another page's data beside the current page. */
export function Loaded<Data>({ path, label, children }: LoadedProps<Data>) {
  const { load, data } = useFetcher<Data>()
  useEffect(() => void load(path), [load, path])
  return data === undefined ? <Spinner label={label} /> : children(data as Data)
}

export function Skeleton({ className = 'h-4 w-full', square }: { className?: string; square?: boolean }) {
  return (
    <div
      className={`animate-breathe bg-ink/9 ${square ? '' : 'rounded-lg'} ${className}`}
      aria-hidden="true"
    />
  )
}

export function CardSkeletons({ count, label = 'Loading' }: { count: number; label?: string }) {
  return (
    <CardGrid role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, position) => `card-${position}`).map((key) => (
        <div key={key}>
          <Skeleton square className="aspect-video rounded-card" />
          <div className="grid gap-3 pt-4">
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton />
          </div>
        </div>
      ))}
    </CardGrid>
  )
}

/** Shorter loads show no skeleton. */
const skeletonDelayMs = 120

/** The query of a pending navigation to the same path, once it takes long; otherwise null. */
export function usePendingNavigation(): URLSearchParams | null {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const underway = location?.pathname === pathname ? location : null
  const [late, setLate] = useState<Location | null>(null)
  useEffect(() => {
    if (!underway) return
    const timer = setTimeout(() => setLate(underway), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [underway])
  return underway && late === underway ? new URLSearchParams(underway.search) : null
}
