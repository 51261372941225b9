import { useCallback, useState } from 'react'
import { imageSources, type StoredImage as StoredPicture } from '#domain/media/rules.ts'

export type { StoredPicture }

interface Props {
  /** A stored picture; null shows the drawing instead. */
  picture: StoredPicture | null
  fallback: 'challenge' | 'entry'
  alt: string
  /** How wide it stands, as in <img sizes>. */
  sizes: string
  /** For the one picture that is on screen at first: loaded at once and before others. */
  eager?: boolean
  /** Gives the frame its shape; 16:9 unless told. */
  className?: string
  children?: React.ReactNode
}

/** An image in a frame of fixed proportions, with a drawing if it is missing or fails to load. */
export function Image(props: Props) {
  const { picture, fallback, alt, sizes, eager, className = 'aspect-video', children } = props
  const { failed, watch, onError } = useFallback(picture?.id)
  const drawn = { src: `/pictures/default-${fallback}.svg`, width: 1600, height: 900 }
  const sources = picture && !failed ? { ...imageSources(picture), sizes } : drawn
  return (
    <div className={`picture ${className}`}>
      <img
        {...sources}
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

/** Notices a picture that cannot be shown, also one that failed before the page came alive. */
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
