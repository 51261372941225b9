import { useCallback, useState } from 'react'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'

interface Props {
  /** Null shows the default drawing. */
  image: StoredImage | null
  fallback: 'challenge' | 'submission'
  alt: string
  /** The sizes attribute of <img>. */
  sizes: string
  /** Loads first, for images in the first view. */
  eager?: boolean
  /** The shape of the frame, 16:9 by default. */
  className?: string
  /** 'whole' does not crop. 'natural' gives the frame the proportions of the image, up to the height of the window. */
  fit?: keyof typeof FITS
  children?: React.ReactNode
}

/** An image in a frame of fixed proportions, or a drawing if it is missing or fails to load. */
export function Image(props: Props) {
  const { image, fallback, alt, sizes, eager, className = 'aspect-video', fit = 'cover', children } = props
  const { failed, watch, onError } = useFallback(image?.id)
  const drawn = { src: `/pictures/default-${fallback}.svg`, width: 1600, height: 900 }
  const sources = image && !failed ? { ...imageSources(image), sizes } : drawn
  return (
    <div className={`relative overflow-hidden bg-panel-2 ${className}`}>
      <img
        {...sources}
        className={`block transition-[scale] duration-500 ease-brush group-hover/link:scale-[1.025] ${FITS[fit]}`}
        ref={watch}
        onError={onError}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
      />
      {children}
    </div>
  )
}

const FITS = {
  cover: 'size-full object-cover',
  whole: 'size-full object-contain',
  natural: 'h-auto max-h-[max(20rem,calc(100svh-12rem))] w-full object-contain',
} as const

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
