import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchTranslation } from '#app/frame/translated-page.ts'

watchTranslation()
// The service worker loads files, which would delay the first page and its pictures.
if (import.meta.env.PROD) whenLoaded(() => setTimeout(keepForOffline, 10_000))

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}

function keepForOffline(): void {
  navigator.serviceWorker?.register('/service-worker.js').catch(() => {})
}
