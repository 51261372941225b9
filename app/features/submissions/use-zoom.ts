import { useCallback, useLayoutEffect, useRef, useState } from 'react'

const mostZoom = 4
const panPx = 80
/** Two taps within this time and distance are a double tap. */
const tapMs = 320
const tapPx = 24

interface Point {
  x: number
  y: number
}

type ZoomKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

interface Zoom {
  /** Zooms by a factor around the middle. */
  by: (factor: number) => void
  /** Handles + and -, 0, and the arrow keys while zoomed. Returns whether it did. */
  onKey: (event: ZoomKey) => boolean
}

/**
 * Zooms the image within the element of `frame`, up to four times, and moves it: by two fingers, a double tap or double
 * click, dragging, the wheel, and keys. `shown` names the image; another one begins whole. `level` is the zoom, rounded
 * up. The frame needs `touch-action` without `pinch-zoom`.
 */
export function useZoom<Frame extends HTMLElement>(shown: string) {
  const frame = useRef<Frame>(null)
  const zoom = useRef<Zoom | null>(null)
  const [level, setLevel] = useState(1)
  useLayoutEffect(() => {
    const picture = frame.current?.querySelector('img')
    setLevel(1)
    if (!shown || !frame.current || !picture) return
    const { end, ...handle } = zoomable(frame.current, picture, (scale) => setLevel(Math.ceil(scale)))
    zoom.current = handle
    return () => {
      end()
      zoom.current = null
    }
  }, [shown])
  const zoomBy = useCallback((factor: number) => zoom.current?.by(factor), [])
  const onZoomKey = useCallback((event: ZoomKey) => zoom.current?.onKey(event) ?? false, [])
  return { frame, level, zoomBy, onZoomKey }
}

function zoomable(frame: HTMLElement, picture: HTMLImageElement, onScale: (scale: number) => void) {
  const listening = new AbortController()
  const { signal } = listening
  const fingers = new Map<number, Point>()
  let view = { scale: 1, x: 0, y: 0 }
  let lastTap = { x: 0, y: 0, at: 0 }
  let hasMoved = false

  function show(scale: number, x: number, y: number, smooth: boolean) {
    const ratio = picture.naturalWidth / picture.naturalHeight || 1
    const width = Math.min(picture.offsetWidth, picture.offsetHeight * ratio) * scale
    const [right, down] = [width - frame.clientWidth, width / ratio - frame.clientHeight]
    view = { scale, x: within(x, right / 2), y: within(y, down / 2) }
    picture.style.transition = smooth ? '' : 'none'
    picture.style.transform = scale === 1 ? '' : `translate(${view.x}px, ${view.y}px) scale(${scale})`
    onScale(scale)
  }
  /** What is at `at` stays there. */
  function zoomTo(wanted: number, at: Point, smooth: boolean) {
    const scale = Math.min(Math.max(wanted, 1), mostZoom)
    const { x, y } = middle()
    const factor = scale / view.scale
    show(scale, at.x - x - (at.x - x - view.x) * factor, at.y - y - (at.y - y - view.y) * factor, smooth)
  }
  function middle(): Point {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  function onDown({ pointerId, clientX, clientY, pointerType, button }: PointerEvent) {
    if (button !== 0) return
    hasMoved = fingers.size > 0
    fingers.set(pointerId, { x: clientX, y: clientY })
    if (pointerType === 'mouse' && view.scale > 1) frame.setPointerCapture(pointerId)
  }
  function onMove({ pointerId, clientX, clientY }: PointerEvent) {
    const before = fingers.get(pointerId)
    if (!before) return
    const [other] = [...fingers].filter(([id]) => id !== pointerId).map(([, point]) => point)
    const after = { x: clientX, y: clientY }
    hasMoved ||= distance(before, after) > 3
    fingers.set(pointerId, after)
    if (view.scale > 1) show(view.scale, ...moved(before, after, other ? 2 : 1), false)
    if (other)
      zoomTo(view.scale * (distance(after, other) / distance(before, other)), between(after, other), false)
  }
  /** Of two fingers, each moves the image by half of its way. */
  function moved(before: Point, after: Point, among: number): [x: number, y: number] {
    return [view.x + (after.x - before.x) / among, view.y + (after.y - before.y) / among]
  }
  function onUp({ pointerId, clientX, clientY, timeStamp, type }: PointerEvent) {
    if (!fingers.delete(pointerId) || hasMoved || type === 'pointercancel') return
    const tap = { x: clientX, y: clientY, at: timeStamp }
    const isSecond = tap.at - lastTap.at < tapMs && distance(tap, lastTap) < tapPx
    lastTap = isSecond ? { ...tap, at: 0 } : tap
    if (isSecond) zoomTo(view.scale > 1 ? 1 : 2.5, tap, true)
  }
  function onWheel(event: WheelEvent) {
    if (!event.ctrlKey && view.scale === 1) return
    event.preventDefault()
    if (event.ctrlKey)
      zoomTo(view.scale * Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY }, false)
    else show(view.scale, view.x - event.deltaX, view.y - event.deltaY, false)
  }
  function onKey(event: ZoomKey): boolean {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return false
    const scale = { '+': view.scale * 2, '=': view.scale * 2, '-': view.scale / 2, '0': 1 }[key]
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key]
    if (scale) zoomTo(scale, middle(), true)
    else if (way && view.scale > 1)
      show(view.scale, view.x + (way[0] ?? 0) * panPx, view.y + (way[1] ?? 0) * panPx, true)
    else return false
    event.preventDefault()
    return true
  }
  frame.addEventListener('pointerdown', onDown, { signal })
  frame.addEventListener('pointermove', onMove, { signal })
  frame.addEventListener('pointerup', onUp, { signal })
  frame.addEventListener('pointercancel', onUp, { signal })
  frame.addEventListener('wheel', onWheel, { signal, passive: false })
  // Otherwise the browser scrolls, and ends the pointers.
  frame.addEventListener(
    'touchmove',
    (event) => (fingers.size > 1 || view.scale > 1) && event.preventDefault(),
    {
      signal,
      passive: false,
    },
  )
  function end() {
    listening.abort()
    picture.style.transform = ''
  }
  return { by: (factor: number) => zoomTo(view.scale * factor, middle(), true), onKey, end }
}

function within(value: number, most: number): number {
  return most <= 0 ? 0 : Math.min(Math.max(value, -most), most)
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y) || 1
}

function between(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}
