import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pictureRules, tooLargeMessage } from '#domain/media/rules.ts'
import { AccessCard, ChallengeNotAvailable } from './access-cards.tsx'

/** The screen of an entry form that could not be loaded, or whose file was far too large to read (entry §8). */
export function FormFault({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const tooLarge = isRouteErrorResponse(error) && error.status === 413
  if (!tooLarge) return <ChallengeNotAvailable reason="Error loading challenge data" />
  return (
    <AccessCard heading="Submission Failed" actions={<ButtonLink to={pathname}>Try Again</ButtonLink>}>
      {tooLargeMessage(pictureRules.submission.limit)}
    </AccessCard>
  )
}
