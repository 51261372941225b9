import { useState } from 'react'
import { Form, useActionData, useLocation, useNavigation } from 'react-router'
import { useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { type Confirmation, ConfirmForm } from '#app/parts/fields/confirm-form.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
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
  const pending = useNavigation().state !== 'idle'
  const returnTo = adminPath(new URLSearchParams(search).get('returnTo'), list.to)
  return (
    <>
      <PageHeader title={title} crumbs={[list, { label: title }].map(crumb)} />
      <Card className="max-w-160">
        <ConfirmForm
          confirmation={confirmation}
          Form={Form}
          action={pathname + search}
          returnTo={returnTo}
          pending={pending}
          failure={failure}
          cancel={
            <ButtonLink to={returnTo} variant="secondary">
              {confirmation.refusal ? 'Back' : 'Cancel'}
            </ButtonLink>
          }
        />
      </Card>
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

function crumb({ label, to }: { label: string; to?: string }) {
  return to ? { label, to } : { label }
}
