import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ZoomKey, zoomable } from './zoomable.ts'

/**
 * Zooms the image in the element of `frame` up to four times, and moves it: by two fingers, a double tap or click,
 * dragging, the wheel and keys. `shown` names the image; another one begins whole. `level` is the zoom, rounded up. The
 * frame has a `touch-action` without `pinch-zoom`.
 */
export function useZoom<Frame extends HTMLElement>(shown: string) {
  const frame = useRef<Frame>(null)
  const zoom = useRef<ReturnType<typeof zoomable>>(null)
  const load = useRef<() => void>(null)
  const [level, setLevel] = useState(1)
  useLayoutEffect(() => {
    const picture = frame.current?.querySelector('img')
    setLevel(1)
    if (!shown || !frame.current || !picture) return
    const box = frame.current
    const shownHere = new AbortController()
    const { signal } = shownHere
    let isLoading = false
    // It fails without a connection; the next gesture tries again.
    load.current = () => {
      if (isLoading || zoom.current) return
      isLoading = true
      import('./zoomable.ts')
        .then(({ zoomable }) => {
          if (!signal.aborted) zoom.current = zoomable(box, picture, (scale) => setLevel(Math.ceil(scale)))
        })
        .catch(() => {
          isLoading = false
        })
    }
    load.current()
    box.addEventListener('pointerdown', load.current, { signal })
    box.addEventListener('wheel', load.current, { signal, passive: true })
    return () => {
      shownHere.abort()
      load.current = null
      zoom.current?.end()
      zoom.current = null
    }
  }, [shown])
  const zoomBy = useCallback(
    (factor: number) => (zoom.current ? zoom.current.by(factor) : load.current?.()),
    [],
  )
  const onZoomKey = useCallback((event: ZoomKey) => {
    load.current?.()
    return zoom.current?.onKey(event) ?? false
  }, [])
  return { frame, level, zoomBy, onZoomKey }
}
