import { useLayoutEffect, useRef, useState } from 'react'
import { useFallback } from '#app/parts/image.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'

const defaultImage = { src: '/pictures/default-submission.svg', width: 1600, height: 900 }

/** The image fits the window, or is shown twice or four times as large in a frame that scrolls. */
const ZOOMS = [
  { sizes: '100vw', className: 'h-auto w-auto max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)]' },
  { sizes: '200vw', className: 'h-[calc(200dvh-4rem)] w-[calc(200vw-4rem)] max-w-none' },
  { sizes: '400vw', className: 'h-[calc(400dvh-8rem)] w-[calc(400vw-8rem)] max-w-none' },
] as const

const STEP = 'aria-disabled:opacity-60'

interface Props {
  ref: React.RefObject<HTMLDialogElement | null>
  image: StoredImage
  title: string
  alt: string
}

/**
 * The full image in a dialog. Escape, a click beside it or the close button closes it (SUB-38). It can be zoomed with
 * the buttons, with + and -, or with a double click, and moved by dragging, by scrolling or with the arrow keys.
 */
export function ImageViewer({ ref, image, title, alt }: Props) {
  const { failed, watch, onError } = useFallback(image.id)
  const [zoom, setZoom] = useState(0)
  const { frame, drag } = usePan(zoom)
  const last = ZOOMS.length - 1
  const to = (level: number) => setZoom(Math.min(Math.max(level, 0), last))
  function onKeyDown({ key }: React.KeyboardEvent) {
    if (key === '+' || key === '=') to(zoom + 1)
    if (key === '-') to(zoom - 1)
  }
  return (
    <dialog
      ref={ref}
      className="m-auto max-h-none max-w-none overflow-hidden rounded-control bg-transparent backdrop:bg-[rgb(5_7_11/0.92)]"
      aria-label={`Full image: ${title}`}
      closedby="any"
      onClose={() => setZoom(0)}
      onKeyDown={onKeyDown}
    >
      <div className="absolute top-3 right-3 z-1 flex flex-row-reverse gap-2">
        <IconButton variant="overlay" label="Close" onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </IconButton>
        <IconButton
          variant="overlay"
          label="Zoom in"
          className={STEP}
          aria-disabled={zoom === last}
          onClick={() => to(zoom + 1)}
        >
          <Icon name="plus" />
        </IconButton>
        <IconButton
          variant="overlay"
          label="Zoom out"
          className={STEP}
          aria-disabled={zoom === 0}
          onClick={() => to(zoom - 1)}
        >
          <Icon name="minus" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The buttons and the keys do the same. */}
      <div
        ref={frame}
        {...drag}
        onDoubleClick={() => to(zoom === 0 ? 1 : 0)}
        {...(zoom > 0 && { tabIndex: 0, role: 'group', 'aria-label': 'Zoomed image, scroll to move it' })}
        className={`max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] overflow-auto outline-offset-[-3px] ${zoom > 0 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <img
          {...(failed ? defaultImage : { ...imageSources(image), sizes: ZOOMS[zoom]?.sizes })}
          ref={watch}
          onError={onError}
          alt={alt}
          loading="lazy"
          draggable={false}
          className={`block object-contain ${ZOOMS[zoom]?.className}`}
        />
      </div>
    </dialog>
  )
}

/** Keeps the middle of the picture in the middle after a zoom, and moves it with the mouse. Touch scrolls by itself. */
function usePan(zoom: number) {
  const frame = useRef<HTMLDivElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    const box = frame.current
    if (zoom === 0) middle.current = { x: 0.5, y: 0.5 }
    if (!box || zoom === 0) return
    box.scrollTo(
      middle.current.x * box.scrollWidth - box.clientWidth / 2,
      middle.current.y * box.scrollHeight - box.clientHeight / 2,
    )
  }, [zoom])
  const drag = {
    onPointerDown({ pointerType, pointerId, button }: React.PointerEvent) {
      if (pointerType === 'mouse' && button === 0) frame.current?.setPointerCapture(pointerId)
    },
    onPointerMove({ pointerId, movementX, movementY }: React.PointerEvent) {
      if (frame.current?.hasPointerCapture(pointerId)) frame.current.scrollBy(-movementX, -movementY)
    },
    onScroll({ currentTarget: box }: React.UIEvent) {
      if (zoom === 0) return
      middle.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      }
    },
  }
  return { frame, drag }
}
