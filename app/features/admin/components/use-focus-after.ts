import { useEffect, useRef } from 'react'

/** Focuses the element after a dialog closes if the control that opened it was removed. */
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
