import { Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import type { ErrorViewProps } from './error-view.tsx'

// Browsers load it after the page, before its first use.
const ErrorView = lazyPart(() => import('./error-view.tsx'), 'ErrorView')

export function ErrorPage(props: ErrorViewProps) {
  useKeptPage(useRouteError())
  return (
    <Suspense fallback={<div className="min-h-svh" />}>
      <ErrorView {...props} />
    </Suspense>
  )
}

/** For a page that may meet an error later: the error may be that the network is lost. */
export function useErrorPage(): void {
  useEffect(ErrorView.preload, [])
}

/** Without a network the service worker has the page, or says why not. Browsers word a lost connection differently. */
function useKeptPage(error: unknown): void {
  const isLost = error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
  useEffect(() => {
    if (isLost && !navigator.onLine && navigator.serviceWorker?.controller) location.reload()
  }, [isLost])
}
