import { useLocation } from 'react-router'
import { NotFound } from '#app/frame/errors/not-found.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

interface Props {
  challengeId: string | undefined
  /** Loading failed; the submission may exist. */
  failed: boolean
}

export function SubmissionNotFound({ challengeId, failed }: Props) {
  const { pathname } = useLocation()
  const to = challengeId ? `/challenges/${challengeId}` : '/challenges'
  return (
    <NotFound heading="Submission Not Found" link={{ to, label: 'Back to Challenge' }}>
      {failed ? (
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
