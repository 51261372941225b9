import { useState } from 'react'
import { type Location, useLocation } from 'react-router'

/** The key of a visit to a page, the same until the next navigation. */
export function useVisit(): string {
  const location = useLocation()
  const { pathname, search, key } = location
  const page = pathname + search
  const [visit, setVisit] = useState({ page, key, first: key })
  if (visit.key === key) return visit.first
  const first = isRedirected(location) && page === visit.page ? visit.first : key
  setVisit({ page, key, first })
  return first
}

export function isRedirected({ state }: Pick<Location, 'state'>): boolean {
  return Boolean((state as { _isRedirect?: boolean } | null)?._isRedirect)
}
