import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadModulesFirst } from './forms/connection/route-modules.ts'
import { watchSentForms } from './forms/connection/sent-form.ts'
import { watchTranslation } from './ui/translated-page.ts'

watchSentForms()
watchTranslation()

if (window.hasLeftLoadedAddress?.()) location.reload()
else
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter instrumentations={[loadModulesFirst]} />)
  })
