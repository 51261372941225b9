import { useLocation } from 'react-router'
import { useLastAnswer, useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
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
  const failure = useLastAnswer<Failure>()
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
