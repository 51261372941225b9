import { useCallback, useState } from 'react'

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
