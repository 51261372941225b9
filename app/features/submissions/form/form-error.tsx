import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { pictureRules, tooLargeMessage } from '#domain/media/rules.ts'
import { MESSAGES } from '#domain/submissions/rules.ts'
import { AccessCard, ChallengeNotAvailable, EditingNotAvailable } from './access-cards.tsx'
import { KeptTexts } from './preserved-input.tsx'
import type { EntryRefusal } from './submission-values.ts'

interface Props {
  error: unknown
  /** What was sent and refused before the page could not be loaded. */
  refused?: EntryRefusal
  editing?: boolean
}

/** The screen of an entry form that could not be loaded, or whose file was far too large to read (SUB-20). */
export function FormFault({ error, refused, editing }: Props) {
  const { pathname } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 413) {
    return (
      <AccessCard heading="Submission Failed" actions={<ButtonLink to={pathname}>Try Again</ButtonLink>}>
        {tooLargeMessage(pictureRules.submission.limit)}
      </AccessCard>
    )
  }
  const kept = refused && <KeptTexts values={refused.values} />
  if (editing) return <EditingNotAvailable reason={MESSAGES.notLoaded} more={kept} />
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
