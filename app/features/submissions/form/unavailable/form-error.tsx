import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { imageRules, tooLargeMessage } from '#domain/media/rules.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import type { SubmissionRefusal } from '../submission-values.ts'
import { AccessCard, NotAvailable } from './access-cards.tsx'
import { PreservedInput } from './preserved-input.tsx'

interface Props {
  error: unknown
  refused?: SubmissionRefusal
  editing?: boolean
}

/** A form that could not be loaded, or whose file was too large to parse (SUB-20). */
export function FormError({ error, refused, editing }: Props) {
  const { pathname } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 413) {
    return (
      <AccessCard heading="Submission Failed" actions={<ButtonLink to={pathname}>Try Again</ButtonLink>}>
        {tooLargeMessage(imageRules.submission.limit)}
      </AccessCard>
    )
  }
  const preservedInput = refused && <PreservedInput values={refused.values} />
  if (editing)
    return <NotAvailable what="Editing" reason={SUBMISSION_MESSAGES.notLoaded} more={preservedInput} />
  return <NotAvailable what="Challenge" reason="Error loading challenge data" more={preservedInput} />
}
