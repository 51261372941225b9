import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pictureRules, tooLargeMessage } from '#domain/media/rules.ts'
import { MESSAGES } from '#domain/submissions/rules.ts'
import { AccessCard, ChallengeNotAvailable, EditingNotAvailable } from './access-cards.tsx'
import type { EntryRefusal } from './entry-values.ts'
import { KeptTexts } from './kept-texts.tsx'

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
