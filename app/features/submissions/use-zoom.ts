import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ZoomKey, zoomable } from './zoomable.ts'

type Zoom = ReturnType<typeof zoomable>

/**
 * Zooms the image in the element of `frame` up to four times, and moves it: by two fingers, a double tap or click,
 * dragging, the wheel and keys. `shown` names the image; another one begins whole. `level` is the zoom, rounded up. The
 * frame has a `touch-action` without `pinch-zoom`.
 */
export function useZoom<Frame extends HTMLElement>(shown: string) {
  const frame = useRef<Frame>(null)
  const zoom = useRef<Zoom>(null)
  const load = useRef<() => void>(null)
  // Keys and buttons that came while it loads.
  const waiting = useRef<((loaded: Zoom) => void)[]>([])
  const [level, setLevel] = useState(1)
  useLayoutEffect(() => {
    const picture = frame.current?.querySelector('img')
    setLevel(1)
    if (!shown || !frame.current || !picture) return
    const box = frame.current
    const shownHere = new AbortController()
    const { signal } = shownHere
    let isLoading = false
    // It fails without a connection; the next gesture tries again, if the browser does.
    load.current = () => {
      if (isLoading || zoom.current) return
      isLoading = true
      import('./zoomable.ts')
        .then(({ zoomable }) => {
          if (signal.aborted) return
          const loaded = zoomable(box, picture, (scale) => setLevel(Math.ceil(scale)))
          zoom.current = loaded
          for (const act of waiting.current.splice(0)) act(loaded)
        })
        .catch(() => {
          if (signal.aborted) return
          isLoading = false
          waiting.current = []
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
      waiting.current = []
    }
  }, [shown])
  const zoomBy = useCallback((factor: number) => {
    if (zoom.current) return zoom.current.by(factor)
    if (!load.current) return
    waiting.current.push((loaded) => loaded.by(factor))
    load.current()
  }, [])
  const onZoomKey = useCallback((event: ZoomKey) => {
    if (zoom.current) return zoom.current.onKey(event)
    if (!load.current) return false
    waiting.current.push((loaded) => loaded.onKey(event))
    load.current()
    return false
  }, [])
  return { frame, level, zoomBy, onZoomKey }
}
