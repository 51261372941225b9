import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { imageRules, tooLargeMessage } from '#domain/media/rules.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/rules.ts'
import { AccessCard, ChallengeNotAvailable, EditingNotAvailable } from './access-cards.tsx'
import { PreservedInput } from './preserved-input.tsx'
import type { SubmissionRefusal } from './submission-values.ts'

interface Props {
  error: unknown
  /** What was sent and refused before the page could not be loaded. */
  refused?: SubmissionRefusal
  editing?: boolean
}

/** The screen of an entry form that could not be loaded, or whose file was far too large to read (SUB-20). */
export function FormError({ error, refused, editing }: Props) {
  const { pathname } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 413) {
    return (
      <AccessCard heading="Submission Failed" actions={<ButtonLink to={pathname}>Try Again</ButtonLink>}>
        {tooLargeMessage(imageRules.submission.limit)}
      </AccessCard>
    )
  }
  const kept = refused && <PreservedInput values={refused.values} />
  if (editing) return <EditingNotAvailable reason={SUBMISSION_MESSAGES.notLoaded} more={kept} />
  return <ChallengeNotAvailable reason="Error loading challenge data" more={kept} />
}

interface SignInMessageProps {
  /** Why signing in is needed, with or without a full stop. */
  message: string | null
  returnTo: string
}

/** Signing in happens in another tab, so that this one keeps the form. */
export function SignInMessage({ message, returnTo }: SignInMessageProps) {
  return (
    <>
      {message?.replace(/\.?$/, '. ')}
      <a
        href={`/login?${new URLSearchParams({ redirect: returnTo })}`}
        target="_blank"
        rel="noopener"
        className="text-link"
      >
        Sign in in a new tab
      </a>{' '}
      and then submit again here.
    </>
  )
}
