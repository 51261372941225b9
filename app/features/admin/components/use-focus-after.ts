import { useEffect, useRef } from 'react'

/** The place that takes the focus where a dialog's opener has gone with what it did. */
export function useFocusAfter<Place extends HTMLElement = HTMLElement>(open: boolean) {
  const place = useRef<Place>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true })
    }
    wasOpen.current = open
  }, [open])
  return place
}
