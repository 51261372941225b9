import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchTranslation } from '#app/frame/translated-page.ts'

watchTranslation()
// The service worker loads files, which would delay the first page and its pictures.
if (import.meta.env.PROD) setTimeout(keepForOffline, 10_000)

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})

function keepForOffline(): void {
  navigator.serviceWorker?.register('/service-worker.js').catch(() => {})
}
