import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'
import { useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { type Confirmation, ConfirmCard } from '#app/parts/fields/confirm-form.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { adminPath } from './confirmation.ts'

interface Props {
  title: string
  confirmation: Confirmation
  list: { to: string; label: string }
}

/** A confirmation as a separate page, for browsers without scripts and direct links. */
export function ConfirmPage({ title, confirmation, list }: Props) {
  const { pathname, search } = useLocation()
  const failure = useLastFailure()
  useReloadAfterRefusal(failure)
  const returnTo = adminPath(new URLSearchParams(search).get('returnTo'), list.to)
  return (
    <>
      <PageHeader title={title} crumbs={[list, { label: title }]} />
      <ConfirmCard
        confirmation={confirmation}
        action={pathname + search}
        from={returnTo}
        returnTo={returnTo}
        failure={failure}
      />
    </>
  )
}

/** The router forgets an answer when the page is loaded again. */
function useLastFailure(): Failure | undefined {
  const { pathname } = useLocation()
  const failure = useActionData<Failure>()
  const [last, setLast] = useState({ failure, pathname })
  if (failure && failure !== last.failure) setLast({ failure, pathname })
  return failure ?? (last.pathname === pathname ? last.failure : undefined)
}
