import { Suspense, useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { lazyPart } from '../browser/lazy-part.ts'

const Skeletons = lazyPart(() => import('./skeletons.tsx'), 'CardSkeletons')

/** Outlines in place of a list that is loading. */
export function CardSkeletons(props: { count: number; label?: string }) {
  return (
    <Suspense>
      <Skeletons {...props} />
    </Suspense>
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
    Skeletons.preload()
    const timer = setTimeout(() => setLate(underway), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [underway])
  return underway && late === underway ? new URLSearchParams(underway.search) : null
}
