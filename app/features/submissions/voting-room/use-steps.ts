import { useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

interface Steps {
  /** Addresses; null at the ends. */
  previous: string | null
  next: string | null
}

interface Props extends Steps {
  /** From `useZoom`: takes the arrow keys while zoomed. */
  onZoomKey: (event: KeyboardEvent) => boolean
}

/** How far a finger begins a swipe, and completes it. */
const startPx = 10
const completePx = 70

/** Where a completed swipe rests until the other submission is shown, and how long at most. */
const restPx = 60
const restMs = 2_000

/** A control that uses arrow keys or drags itself. */
const ownControl =
  'input:not([type=hidden]), select, textarea, [contenteditable], audio, video, iframe, dialog, [role=slider], [data-zoomed]'

/**
 * Leads to the previous and the next submission by the arrow keys, and by a sideways swipe across the element of `ref`,
 * which follows the finger. The element has `touch-action: pan-y`, so that the browser scrolls as ever. A step replaces
 * the page in the history, so that Back leaves the room.
 */
export function useSteps<Box extends HTMLElement>({
  previous,
  next,
  onZoomKey,
}: Props): React.RefObject<Box | null> {
  const ref = useRef<Box>(null)
  const navigate = useNavigate()
  // With the page that is shown: a key or a finger may follow at once.
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    let underWay = ''
    // A key that is held would begin the same step again and again.
    async function step(to: string) {
      if (to === underWay) return
      underWay = to
      await navigate(to, { replace: true })
      // Also another step ends this one.
      if (to === underWay) underWay = ''
    }
    const swipe = followFinger(box, { previous, next }, step)
    function onKey(event: KeyboardEvent) {
      const to = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : null
      const target = event.target instanceof Element ? event.target : null
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open], :popover-open')
      if (isTaken || target?.closest(ownControl) || onZoomKey(event)) return
      if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void step(to)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      swipe.end()
    }
  }, [previous, next, navigate, onZoomKey])
  return ref
}

function followFinger(box: HTMLElement, { previous, next }: Steps, onStep: (to: string) => void) {
  const listening = new AbortController()
  const { signal } = listening
  let start: { id: number; x: number; y: number } | null = null
  let isSwipe = false
  let resting: ReturnType<typeof setTimeout> | undefined

  function place(right: number, opacity: number) {
    box.style.translate = `${right}px`
    box.style.opacity = `${opacity}`
  }
  function release() {
    clearTimeout(resting)
    start = null
    isSwipe = false
    box.style.transition = ''
    box.style.translate = ''
    box.style.opacity = ''
  }
  function begin(event: PointerEvent) {
    const isSecond = start !== null
    release()
    const target = event.target instanceof Element ? event.target : null
    const hasSelection = !(getSelection()?.isCollapsed ?? true)
    if (event.pointerType !== 'touch' || isSecond || hasSelection || target?.closest(ownControl)) return
    start = { id: event.pointerId, x: event.clientX, y: event.clientY }
  }
  function move(event: PointerEvent) {
    if (event.pointerId !== start?.id) return
    const [right, down] = [event.clientX - start.x, event.clientY - start.y]
    isSwipe ||= Math.abs(right) > startPx && Math.abs(right) > 1.5 * Math.abs(down)
    if (!isSwipe) return
    const canStep = right > 0 ? previous : next
    box.style.transition = 'none'
    place(canStep ? right : right / 4, canStep ? Math.max(0.35, 1 - Math.abs(right) / 500) : 1)
  }
  function finish(event: PointerEvent) {
    if (event.pointerId !== start?.id) return
    const right = event.clientX - start.x
    const to = right > 0 ? previous : next
    const isComplete = isSwipe && Math.abs(right) >= completePx
    release()
    if (!isComplete || !to) return
    place(Math.sign(right) * restPx, 0.35)
    resting = setTimeout(release, restMs)
    onStep(to)
  }
  box.addEventListener('pointerdown', begin, { signal })
  box.addEventListener('pointermove', move, { signal })
  box.addEventListener('pointerup', finish, { signal })
  box.addEventListener('pointercancel', release, { signal })
  // Without this, Chrome takes the end of a swipe for a fling, and ignores the next tap as its end.
  box.addEventListener('touchmove', (event) => isSwipe && event.cancelable && event.preventDefault(), {
    signal,
    passive: false,
  })
  return {
    end() {
      listening.abort()
      release()
      // The other submission is in its place at once.
      box.style.transition = 'none'
      requestAnimationFrame(() => {
        box.style.transition = ''
      })
    },
  }
}
