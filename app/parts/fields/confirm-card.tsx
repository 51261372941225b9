import { Form, useNavigation } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Confirmation, ConfirmForm } from './confirm-form.tsx'

interface Props {
  confirmation: Confirmation
  action: string
  /** Where the page was opened, which 'Cancel' leads to. */
  from: string
  /** Sent with the form. */
  returnTo?: string
  failure: Failure | undefined
}

/** A confirmation on a page. */
export function ConfirmCard({ from, ...form }: Props) {
  return (
    <Card className="max-w-160">
      <ConfirmForm
        {...form}
        Form={Form}
        pending={useNavigation().formMethod === 'POST'}
        cancel={
          <ButtonLink to={from} variant="secondary">
            {form.confirmation.refusal ? 'Back' : (form.confirmation.dismissLabel ?? 'Cancel')}
          </ButtonLink>
        }
      />
    </Card>
  )
}
