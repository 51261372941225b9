import { useFallback } from '#app/parts/image.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'
import { useZoom } from '../use-zoom.ts'

const defaultImage = { src: '/pictures/default-submission.svg', width: 1600, height: 900 }

interface Props {
  ref: React.RefObject<HTMLDialogElement | null>
  image: StoredImage
  title: string
  alt: string
}

/**
 * The full image in a dialog. Escape, a click beside it or the close button closes it (SUB-38). It is zoomed and moved
 * with buttons, keys, the mouse and fingers (`useZoom`).
 */
export function ImageViewer({ ref, image, title, alt }: Props) {
  const { failed, watch, onError } = useFallback(image.id)
  const { frame, level, zoomBy, onZoomKey } = useZoom<HTMLDivElement>(image.id)
  function closeFromBeside({ target, currentTarget, detail: clicks }: React.MouseEvent) {
    // The second click of two zooms.
    if (target === currentTarget && level === 1 && clicks < 2) ref.current?.close()
  }
  return (
    <dialog
      ref={ref}
      className="h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-transparent backdrop:bg-[rgb(5_7_11/0.92)]"
      aria-label={`Full image: ${title}`}
      onClose={() => zoomBy(0)}
      onKeyDown={onZoomKey}
    >
      <div className="absolute top-3 right-3 z-1 flex flex-row-reverse gap-2">
        <IconButton variant="overlay" label="Close" onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </IconButton>
        <IconButton
          variant="overlay"
          label="Zoom in"
          className="aria-disabled:opacity-60"
          aria-disabled={level === 4}
          onClick={() => zoomBy(2)}
        >
          <Icon name="plus" />
        </IconButton>
        <IconButton
          variant="overlay"
          label="Zoom out"
          className="aria-disabled:opacity-60"
          aria-disabled={level === 1}
          onClick={() => zoomBy(0.5)}
        >
          <Icon name="minus" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The close button and Escape do the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The same. */}
      <div
        ref={frame}
        onClick={closeFromBeside}
        className={`grid size-full touch-none place-items-center overflow-hidden ${level > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
      >
        <img
          {...(failed ? defaultImage : { ...imageSources(image), sizes: `${level}00vw` })}
          ref={watch}
          onError={onError}
          alt={alt}
          loading="lazy"
          draggable={false}
          className={`block h-auto max-h-[calc(100dvh-2rem)] w-auto max-w-[calc(100dvw-2rem)] object-contain transition-transform duration-200 ${level > 1 ? '' : 'cursor-zoom-in'}`}
        />
      </div>
    </dialog>
  )
}
