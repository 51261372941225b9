import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Tells that another page has come without the browser's own load: its title is announced, and where what had the
 * focus is gone, the page itself has it, so that the next Tab begins there and not at the top.
 */
export function Arrival() {
  const { pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const isLost = document.activeElement === document.body
    if (isLost && !hash) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  )
}
