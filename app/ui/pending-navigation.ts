import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'

/** An eye does not miss what comes sooner. */
const skeletonDelayMs = 120

/** What this page was asked for instead of what it shows, once that takes its time: the new query; else null. */
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
