import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { CardGrid } from '../card.tsx'

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
