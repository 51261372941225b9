import { isRouteErrorResponse, useLocation } from 'react-router'
import { NotFound } from '#app/frame/errors/error-page.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

interface Props {
  challengeId: string | undefined
  error: unknown
}

/** A submission that was not found, or not loaded: then it may exist. */
export function SubmissionError({ challengeId, error }: Props) {
  const { pathname } = useLocation()
  const isFailure = !isRouteErrorResponse(error) || error.status !== 404
  const to = challengeId ? `/challenges/${challengeId}` : '/challenges'
  return (
    <NotFound heading="Submission Not Found" link={{ to, label: 'Back to Challenge' }}>
      {isFailure ? (
        <>
          Error loading submission.{' '}
          <TextLink as="a" href={pathname}>
            Retry
          </TextLink>
        </>
      ) : (
        'The submission you’re looking for doesn’t exist or has been removed.'
      )}
    </NotFound>
  )
}
