import { useEffect } from 'react'
import { useFetchers, useLocation } from 'react-router'
import { lostConnectionMessage } from '#app/forms/submit.ts'
import { showToast } from '#app/ui/toast.tsx'

/**
 * Keeps the page, and what was typed, when the connection is lost before the service worker runs. Without the code of an
 * action the router would load the page anew, so the code for the forms of the page is loaded before they are sent.
 */
export function LostConnection() {
  useLocation()
  useFetchers()
  // After each change of the page: the form of a vote becomes one that withdraws it.
  useEffect(loadActions)
  useEffect(() => {
    addEventListener('click', stayWhileOffline, true)
    return () => removeEventListener('click', stayWhileOffline, true)
  }, [])
  return null
}

interface Manifest {
  /** By paths, as `app/routes.ts` names them. */
  routes: Record<string, { hasAction: boolean; module: string }>
}

function loadActions(): void {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
  const forms = document.querySelectorAll('form[method=post]')
  const paths = [...forms].map((form) => new URL(form.getAttribute('action') ?? '', location.href).pathname)
  for (const [path, { hasAction, module }] of Object.entries(routes)) {
    const pattern = new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    if (hasAction && paths.some((action) => pattern.test(action)))
      import(/* @vite-ignore */ module).catch(() => {})
  }
}

function stayWhileOffline(event: MouseEvent): void {
  if (navigator.onLine || navigator.serviceWorker?.controller) return
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || link.origin !== location.origin || link.target || isOnPage(link)) return
  event.preventDefault()
  showToast(lostConnectionMessage, 'bad')
}

function isOnPage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== '' && pathname + search === location.pathname + location.search
}
