import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadModulesFirst } from './forms/connection/route-modules.ts'
import { watchSentForms } from './forms/connection/sent-form.ts'
import { WithTypedEarly, watchTypedEarly } from './forms/typed-early.tsx'

watchSentForms()
const typed = watchTypedEarly()

startTransition(() => {
  hydrateRoot(
    document,
    <WithTypedEarly typed={typed}>
      <HydratedRouter instrumentations={[loadModulesFirst]} />
    </WithTypedEarly>,
  )
})
