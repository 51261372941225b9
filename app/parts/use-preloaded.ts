import { useEffect } from 'react'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'

/** Loads an image that is shown next, in the given `sizes`. */
export function usePreloaded(image: StoredImage | null, sizes: string): void {
  const sources = image && imageSources(image)
  const [src, srcSet] = [sources?.src, sources?.srcSet]
  useEffect(() => {
    if (!src || !srcSet) return
    const preloaded = document.createElement('img')
    preloaded.fetchPriority = 'low'
    preloaded.sizes = sizes
    preloaded.srcset = srcSet
    preloaded.src = src
  }, [src, srcSet, sizes])
}
