import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchTranslation } from '#app/frame/translated-page.ts'

watchTranslation()
if (import.meta.env.PROD)
  whenLoaded(() => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}))

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

/** The service worker loads files, which would delay the page. */
function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}
