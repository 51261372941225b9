import { useCallback, useState } from 'react'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'

/** Of a picture in the first view: 'soon' is requested with the page, `true` at once with its styles. */
export type Eager = boolean | 'soon'

interface Props {
  image: StoredImage | null
  fallback: 'challenge' | 'submission'
  alt: string
  sizes: string
  eager?: Eager
  className?: string
  /**
   * 'cover' crops, for the art of challenges. 'whole' shows all of the image in its frame. 'natural' gives the frame the
   * proportions of the image, up to the height of the window; 'row' those of `ratioClass`, which an element around it has.
   */
  fit?: keyof typeof FITS
  children?: React.ReactNode
}

/** An image in a frame, over its own color, or a drawing if it is missing or fails to load. */
export function Image(props: Props) {
  const { image, fallback, alt, sizes, eager, fit = 'cover', children } = props
  const { className = fit === 'row' ? 'rounded-control' : 'aspect-video' } = props
  const { failed, watch, onError } = useFallback(image?.id)
  const drawn = { src: `/pictures/default-${fallback}.svg`, width: 1600, height: 900 }
  const shown = failed ? null : image
  return (
    <div
      className={`relative overflow-hidden bg-panel-2 ${fit === 'row' ? 'aspect-(--ratio)' : ''} ${className}`}
    >
      {shown?.color && <Ground color={shown.color} />}
      <img
        {...(shown ? { ...imageSources(shown), sizes } : drawn)}
        className={`relative block ${FITS[fit]}`}
        ref={watch}
        onError={onError}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? (eager === 'soon' ? 'low' : 'high') : undefined}
        decoding="async"
      />
      {children}
    </div>
  )
}

const FITS = {
  cover: 'size-full object-cover transition-[scale] duration-500 ease-brush group-hover/link:scale-[1.025]',
  whole: 'size-full object-contain',
  natural: 'h-auto max-h-[80svh] w-full object-contain',
  row: 'size-full object-contain',
} as const

/** A color of an image as a ground: an attribute of SVG, since styles in attributes are forbidden. */
export function Ground({ color }: { color: string }) {
  return <svg color={color} className="absolute inset-0 size-full bg-current" aria-hidden="true" />
}

/** The class that tells rows of pictures the proportions of an image, from 9:16 to 16:9. */
export function ratioClass(image: Pick<StoredImage, 'width' | 'height'> | null): string {
  const ratio = image ? image.width / image.height : 16 / 9
  return `ratio-${Math.round(Math.min(Math.max(ratio, 9 / 16), 16 / 9) * 100)}`
}

/** Detects an image that fails to load, also one that failed before hydration. */
export function useFallback(source: string | undefined) {
  const [failedSource, setFailedSource] = useState<string | null>(null)
  const onError = useCallback(() => setFailedSource(source ?? null), [source])
  const watch = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) onError()
    },
    [onError],
  )
  return { failed: failedSource !== null && failedSource === source, watch, onError }
}

/** On the drawing in place of an image, which could be taken for the work. */
export function NoImage() {
  return (
    <span className="absolute right-3 bottom-3 rounded-full bg-shade px-3 py-1 text-small font-semibold text-on-shade">
      No image
    </span>
  )
}
