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
  const [level, setLevel] = useState(1)
  useLayoutEffect(() => {
    const picture = frame.current?.querySelector('img')
    setLevel(1)
    if (!shown || !frame.current || !picture) return
    const box = frame.current
    let isShown = true
    import('./zoomable.ts').then(
      ({ zoomable }) => {
        if (isShown) zoom.current = zoomable(box, picture, (scale) => setLevel(Math.ceil(scale)))
      },
      () => {},
    )
    return () => {
      isShown = false
      zoom.current?.end()
      zoom.current = null
    }
  }, [shown])
  const zoomBy = useCallback((factor: number) => zoom.current?.by(factor), [])
  const onZoomKey = useCallback((event: ZoomKey) => zoom.current?.onKey(event) ?? false, [])
  return { frame, level, zoomBy, onZoomKey }
}
