import { useEffect, useRef } from 'react'

/** A place that takes the focus where the control in it that had it is no longer there. For its onFocus and onBlur. */
export function useFocusKept(place: React.RefObject<HTMLElement | null>) {
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true })
    }
  })
  return {
    onFocus() {
      inside.current = true
    },
    onBlur() {
      inside.current = false
    },
  }
}
