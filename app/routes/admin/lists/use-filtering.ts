import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const patienceMs = 200

/** Whether this list is being loaded with other filters, and whether that already takes a while. */
export function useFiltering(): { pending: boolean; slow: boolean } {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const pending = state === 'loading' && location.pathname === pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [pending])
  return { pending, slow: pending && slow }
}
