import { useLocation } from 'react-router'
import { NotFound } from '#app/ui/not-found.tsx'

interface Props {
  challengeId: string | undefined
  /** It may exist; loading it failed. */
  fault: boolean
}

export function SubmissionNotFound({ challengeId, fault }: Props) {
  const { pathname } = useLocation()
  const to = challengeId ? `/challenges/${challengeId}` : '/challenges'
  return (
    <NotFound heading="Submission Not Found" link={{ to, label: 'Back to Challenge' }}>
      {fault ? (
        <>
          Error loading submission.{' '}
          <a href={pathname} className="text-link">
            Retry
          </a>
        </>
      ) : (
        'The submission you’re looking for doesn’t exist or has been removed.'
      )}
    </NotFound>
  )
}
