import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'

const UNREAD_PATH = '/notifications/unread'
const intervalMs = 60_000

/** The number of unread notifications: that of the page, asked again on focus and every minute while it is visible. */
export function useUnread(loaded: number): number {
  // Another object after each reload of the page's data.
  const page = useRouteLoaderData('root')
  const [latest, setLatest] = useState({ page, count: loaded })
  useEffect(() => {
    async function ask(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const count = await askUnread()
      if (count !== null) setLatest({ page, count })
    }
    const timer = setInterval(ask, intervalMs)
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [page])
  return latest.page === page ? latest.count : loaded
}

/** Null without an answer: the count changes with the next one. */
async function askUnread(): Promise<number | null> {
  try {
    const response = await fetch(UNREAD_PATH)
    const count: unknown = response.ok ? await response.json() : null
    return typeof count === 'number' ? count : null
  } catch {
    return null
  }
}
