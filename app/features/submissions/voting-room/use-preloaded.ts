import { useEffect } from 'react'
import { imageSources, type StoredImage } from '#domain/media/sources.ts'

/** The sizes of a picture in the room, which is beside the panel on wide screens. */
export const ROOM_SIZES = '(min-width: 64rem) calc(100vw - 25rem), 100vw'

/** Loads the image that is shown next. */
export function usePreloaded(image: StoredImage | null): void {
  const id = image?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each response has another object for the same image.
  useEffect(() => {
    if (!image) return
    const { src, srcSet } = imageSources(image)
    const preloaded = document.createElement('img')
    preloaded.fetchPriority = 'low'
    preloaded.sizes = ROOM_SIZES
    preloaded.srcset = srcSet
    preloaded.src = src
  }, [id])
}
