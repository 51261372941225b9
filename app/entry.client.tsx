import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchTranslation } from '#app/frame/translated-page.ts'

watchTranslation()

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
