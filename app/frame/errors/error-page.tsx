import { Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import type { ErrorViewProps, NotFoundProps } from './error-view.tsx'

// Browsers load it after the page, before its first use.
const view = () => import('./error-view.tsx')
const ErrorView = lazyPart(view, 'ErrorView')
const NotFoundView = lazyPart(view, 'NotFound')

export function ErrorPage(props: ErrorViewProps) {
  useKeptPage(useRouteError())
  return (
    <Suspense fallback={<div className="min-h-svh" />}>
      <ErrorView {...props} />
    </Suspense>
  )
}

/** Says that there is no such thing, with a link to those that there are. */
export function NotFound(props: NotFoundProps) {
  return (
    <Suspense fallback={<div className="min-h-svh" />}>
      <NotFoundView {...props} />
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
