const [mostZoom, panPx] = [4, 80]
/** Two taps within this time and distance are a double tap. */
const [tapMs, tapPx] = [320, 24]

type Point = Record<'x' | 'y', number>
export type ZoomKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

/** Listens in `frame` until `end` is called. */
export function zoomable(frame: HTMLElement, picture: HTMLImageElement, onScale: (scale: number) => void) {
  const listening = new AbortController()
  const fingers = new Map<number, Point>()
  let view = { scale: 1, x: 0, y: 0 }
  let lastTap = { x: 0, y: 0, at: 0 }
  let hasMoved = false

  /** What is at `from` gets to `to`, as far as the image reaches. */
  function show(wanted: number, from: Point, to: Point, smooth: boolean) {
    const scale = Math.min(Math.max(wanted, 1), mostZoom)
    const ratio = picture.naturalWidth / picture.naturalHeight || 1
    const width = scale * Math.min(picture.offsetWidth, picture.offsetHeight * ratio)
    const center = middle()
    const along = (axis: 'x' | 'y', beyond: number) => {
      const moved = to[axis] - center[axis] - ((from[axis] - center[axis] - view[axis]) * scale) / view.scale
      return Math.max(Math.min(moved, beyond / 2), -beyond / 2)
    }
    const x = along('x', Math.max(0, width - frame.clientWidth))
    const y = along('y', Math.max(0, width / ratio - frame.clientHeight))
    view = { scale, x, y }
    picture.style.transition = smooth ? '' : 'none'
    picture.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
    onScale(scale)
  }
  function middle(): Point {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const by = (factor: number) => show(view.scale * factor, middle(), middle(), true)

  function onDown({ pointerId, clientX: x, clientY: y, pointerType, button }: PointerEvent) {
    if (button !== 0) return
    // The mouse may have been released elsewhere.
    fingers.delete(pointerId)
    hasMoved = fingers.size > 0
    fingers.set(pointerId, { x, y })
    if (pointerType === 'mouse' && view.scale > 1) frame.setPointerCapture(pointerId)
  }
  function onMove({ pointerId, clientX: x, clientY: y, pointerType, buttons }: PointerEvent) {
    if (pointerType === 'mouse' && buttons === 0) fingers.delete(pointerId)
    const before = fingers.get(pointerId)
    if (!before) return
    const after = { x, y }
    hasMoved ||= distance(before, after) > 3
    fingers.set(pointerId, after)
    const other = [...fingers].find(([id]) => id !== pointerId)?.[1]
    if (other) {
      const spread = distance(after, other) / distance(before, other)
      show(view.scale * spread, between(before, other), between(after, other), false)
    } else if (view.scale > 1) show(view.scale, before, after, false)
  }
  function onUp({ pointerId, clientX: x, clientY: y, timeStamp: at, type }: PointerEvent) {
    if (!fingers.delete(pointerId) || hasMoved || type === 'pointercancel') return
    const isSecond = at - lastTap.at < tapMs && distance({ x, y }, lastTap) < tapPx
    lastTap = { x, y, at: isSecond ? 0 : at }
    if (isSecond) show(view.scale > 1 ? 1 : 2.5, { x, y }, { x, y }, true)
  }
  /** A touchpad reports two fingers as a wheel with Ctrl. */
  function onWheel(event: WheelEvent) {
    if (!event.ctrlKey) return
    event.preventDefault()
    const at = { x: event.clientX, y: event.clientY }
    show(view.scale * Math.exp(-event.deltaY / 100), at, at, false)
  }
  /** Returns whether it was a key for the image. */
  function onKey(event: ZoomKey): boolean {
    const factor = { '+': 2, '=': 2, '-': 0.5, '0': 0 }[event.key]
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    if (factor === undefined && (!way || view.scale === 1)) return false
    event.preventDefault()
    const [right = 0, down = 0] = way ?? []
    if (factor !== undefined) by(factor)
    else show(view.scale, { x: 0, y: 0 }, { x: right * panPx, y: down * panPx }, true)
    return true
  }
  // Otherwise the browser scrolls, and ends the pointers.
  const holdStill = (event: Event) => (fingers.size > 1 || view.scale > 1) && event.preventDefault()
  const options = { signal: listening.signal, passive: false }
  frame.addEventListener('pointerdown', onDown, options)
  frame.addEventListener('pointermove', onMove, options)
  frame.addEventListener('pointerup', onUp, options)
  frame.addEventListener('pointercancel', onUp, options)
  frame.addEventListener('wheel', onWheel, options)
  frame.addEventListener('touchmove', holdStill, options)
  return { by, onKey, end: () => listening.abort() }
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1
const between = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
